import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { VitePWA, type VitePWAOptions } from 'vite-plugin-pwa'
import { ONLINE_SCREENS } from './first-screens.ts'
import { checkFirstScreens } from './first-screens-check.ts'

type InjectOptions = Partial<VitePWAOptions['injectManifest']>
type ManifestTransform = NonNullable<InjectOptions['manifestTransforms']>[number]

/** Builds src/service-worker/sw.ts and inserts the list of files that the worker precaches. */
export function buildServiceWorker(): Plugin[] {
  let outDir = ''
  const readOutDir: Plugin = {
    name: 'read-out-dir',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir)
    },
  }
  /**
   * A deploy may replace files without a hash in their name while the worker installs. Gives each such file an
   * integrity hash, so that the worker does not cache a file of another build.
   */
  const pinFiles: ManifestTransform = (entries) => ({
    manifest: entries.map((entry) => {
      if (entry.revision === null) return entry
      const digest = createHash('sha256').update(readFileSync(join(outDir, entry.url)))
      return { ...entry, integrity: `sha256-${digest.digest('base64')}` }
    }),
  })
  return [
    readOutDir,
    checkFirstScreens(),
    ...VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/service-worker',
      filename: 'sw.ts',
      // The app registers the worker itself and asks before an update takes over (src/app/updates/app-updates.ts).
      injectRegister: null,
      registerType: 'prompt',
      // The site has two manifests (build/manifest-writer.ts).
      manifest: false,
      injectManifest: {
        globPatterns: ['**/*.{html,js,css,svg,png,woff2,webmanifest}'],
        // Leaves out the icons, which no screen shows: the browser fetches them once, to install the app.
        globIgnores: ['icons/*.png', ...ONLINE_SCREENS.map((name) => `assets/${name}-*.{js,css}`)],
        manifestTransforms: [pinFiles],
      },
    }),
  ]
}
