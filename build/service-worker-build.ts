import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { VitePWA, type VitePWAOptions } from 'vite-plugin-pwa'

type InjectOptions = Partial<VitePWAOptions['injectManifest']>
type ManifestTransform = NonNullable<InjectOptions['manifestTransforms']>[number]

/** Code that only works with a network, so the worker does not store it: files whose names begin like this. */
const ONLINE_SCREENS = [
  'first-run',
  'team-screen',
  'sites-screen',
  'copy-button',
  'account-screen',
  'postings-screen',
  'messages-screen',
  'message-api',
  'verify-screen',
  'submission-view',
  'send-upload',
  'video-compression',
  'posting-words',
  'posting-fields',
  'useMutation',
  'online-failure',
  'link-screen',
  'register-screen',
  'confirm-identity',
  'own-account-api',
  'own-passkey-api',
  'second-factor',
  'use-factor-code',
  'code-input',
  'failed-read',
  'setup-step',
  'sign-in-step',
  'two-step',
  'totp-setup',
  'recovery-codes',
  'passkey',
]

/** Whether the worker stores a file of the code when it installs. */
export function isPrecached(file: string): boolean {
  return !ONLINE_SCREENS.some((name) => file.startsWith(`assets/${name}-`))
}

/** Builds src/service-worker/sw.ts with the list of files that it caches when it installs. */
export function buildServiceWorker(): Plugin[] {
  let outDir = ''
  const readOutDir: Plugin = {
    name: 'read-out-dir',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir)
    },
  }
  /** Integrity for files whose names do not change from build to build: a deploy may happen while the worker installs. */
  const pinFiles: ManifestTransform = (entries) => ({
    manifest: entries.map((entry) => {
      if (entry.revision === null) return entry
      const digest = createHash('sha256').update(readFileSync(join(outDir, entry.url)))
      return { ...entry, integrity: `sha256-${digest.digest('base64')}` }
    }),
  })
  return [
    readOutDir,
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
        // The browser fetches the icons once, to install the app; no screen shows them.
        globIgnores: ['icons/*.png', ...ONLINE_SCREENS.map((name) => `assets/${name}-*.{js,css}`)],
        manifestTransforms: [pinFiles],
      },
    }),
  ]
}
