import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { VitePWA, type VitePWAOptions } from 'vite-plugin-pwa'

type InjectOptions = Partial<VitePWAOptions['injectManifest']>
type ManifestTransform = NonNullable<InjectOptions['manifestTransforms']>[number]

/**
 * The worker does not precache files whose names begin like this. Their code works only online or without a worker, or
 * belongs to the posting screen, which caches its own code (build/posting-files.ts).
 */
const ONLINE_SCREENS = [
  'blocked-site-data',
  'first-run',
  'team-screen',
  'sites-screen',
  'copy-button',
  'account-screen',
  'postings-screen',
  'messages-screen',
  'message-api',
  'verify-screen',
  'send-upload',
  'video-compression',
  'heic-worker',
  'posting-fields',
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

/** Whether the worker precaches a code file. */
export function isPrecached(file: string): boolean {
  return !ONLINE_SCREENS.some((name) => file.startsWith(`assets/${name}-`))
}

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
    requireWholeScreens(),
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

/** Fails the build if a file that the worker precaches imports one that it does not: the screen would not open offline. */
function requireWholeScreens(): Plugin {
  return {
    name: 'whole-screens',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
        const missing = chunks
          .filter(({ fileName }) => isPrecached(fileName))
          .flatMap(({ fileName, imports }) =>
            imports
              .filter((name) => !isPrecached(name))
              .map((name) => `${fileName} imports ${name}`),
          )
        if (missing.length > 0)
          throw new Error(`ONLINE_SCREENS leaves out code of other screens: ${missing.join('; ')}`)
      },
    },
  }
}
