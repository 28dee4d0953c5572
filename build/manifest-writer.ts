import type { Plugin } from 'vite'
import { accountManifest } from '#src/config/account-manifest.ts'
import { MANIFEST_PATHS } from '#src/config/install-area.ts'
import { manifest } from '#src/config/manifest.ts'

const MANIFESTS = { staff: manifest, account: accountManifest }

/**
 * Writes both web app manifests and links the operator's manifest in index.html. On the end users'
 * pages, build/page-head.ts and public/early.js switch that link to the account manifest.
 */
export function writeManifests(): Plugin {
  return {
    name: 'write-manifests',
    apply: 'build',
    generateBundle() {
      for (const area of ['staff', 'account'] as const) {
        const fileName = MANIFEST_PATHS[area].slice(1)
        this.emitFile({ type: 'asset', fileName, source: JSON.stringify(MANIFESTS[area]) })
      }
    },
    transformIndexHtml() {
      const { staff, account } = MANIFEST_PATHS
      const attrs = { rel: 'manifest', href: staff, 'data-staff': staff, 'data-account': account }
      return [{ tag: 'link', attrs, injectTo: 'head' }]
    },
  }
}
