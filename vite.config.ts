import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { VitePWA, type VitePWAOptions } from 'vite-plugin-pwa'
import { defineConfig } from 'vitest/config'
import { writeManifests } from './build/manifest-writer.ts'
import { writePages } from './build/page-writer.ts'
import { minifyPublicScripts } from './build/public-scripts.ts'
import { stepFaults } from './tests/faults/steps/step-plugin.ts'

/** Where `npm run dev` runs the API; Vite passes the API's and the media's paths on to it. */
const DEV_API = `http://127.0.0.1:${process.env['API_PORT'] ?? '3001'}`

const BROWSER_TEST_MS = 120_000 // a browser's start, a build's first load and a story of clicks
const TEST_MS = 30_000 // on a machine that is busy with other tests; those of a moment, too
const FAULTS_TEST_MS = 240_000 // a hundred schedules, on a machine that is busy with other tests
/** These put something of their own in a module's or the clock's place: no other test may share it with them. */
const REPLACING = [
  'tests/server/auth/{locking-out,passwords/password-hash,provisional-registrations,registration-attacks,same-work,shared-network,sign-in-race}.test.ts',
]
const REPLACING_ON_SCREENS = [
  'tests/app/updates/app-updates.test.tsx',
  'tests/app/startup/blocked-site-data.test.tsx',
  'tests/app/updates/page-failure.test.tsx',
  'tests/query-cache/use-saved-read.test.tsx',
]
const ON_POSTGRES = {
  globalSetup: ['tests/support/postgres-setup.ts'],
  setupFiles: ['tests/support/postgres-test-setup.ts'],
}
const ON_SCREENS = { environment: 'jsdom', setupFiles: ['tests/support/dom-setup.ts'] }
const COMPRESSIBLE = /\.(html|js|css|svg|json|webmanifest|txt)$/

let outDir = 'dist'

/** Writes a .br and a .gz beside every text file of the build, so that the server never compresses one itself. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir)
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler() {
        for (const entry of readdirSync(outDir, { recursive: true, encoding: 'utf8' })) {
          if (!COMPRESSIBLE.test(entry)) continue
          const file = join(outDir, entry)
          const content = readFileSync(file)
          const brotli = {
            params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
          }
          writeFileSync(`${file}.br`, brotliCompressSync(content, brotli))
          writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
        }
      },
    },
  }
}

/** Whose code is asked for early: the screen of an address, of those of a signed-in person, and the device's storage. */
const PRELOADED_SCREENS = {
  '/': 'src/app/shells/home-page.tsx',
  '/account/register': 'src/features/auth/register-screen.tsx',
  '/account/sign-in': 'src/features/auth/sign-in-screen.tsx',
  '/account/verify': 'src/features/auth/verify-screen.tsx',
  '/privacy_policy': 'src/app/shells/privacy-policy-page.tsx',
  '/terms_conditions': 'src/app/shells/terms-conditions-page.tsx',
}
const PRELOADED_SHELLS = {
  '/dashboard': 'src/app/shells/panel-shell.tsx',
  '/account/events': 'src/app/shells/account-shell.tsx',
}
const PRELOADED_SECTIONS = { property: 'src/features/listings/listings-screen.tsx' }
const PRELOADED_DEVICE = 'src/app/startup/device.ts'

/**
 * What is always needed together is one file, with all that it imports: each file costs a slow phone some 4 ms before
 * anything is drawn. The first group that a module belongs to has it.
 */
const TOGETHER = {
  'use-draft': ['session/use-draft'], // of the entrances too, which need nothing else of what follows
  runtime: ['app/runtime', 'app/with-runtime', 'api/auth-api', 'outbox/queue/change-rules'],
  shell: [
    'api/foreign-address',
    'app/shells/device-notices',
    'app/shells/device-sheet-place',
    'app/shells/section-main',
    'app/session/sign-out-dialog',
    'domain/dates',
    'features/outbox/announce-outcomes',
    'features/outbox/leaving-offline',
    'features/outbox/sync-status',
    'query-cache/read-freshness',
    'query-cache/use-saved-read',
    'ui/form/address-search',
    'ui/layout/card',
    'ui/layout/sync-status-line',
    'ui/dialog/modal-header',
    'ui/media/poster',
    'ui/layout/read-note',
    'ui/layout/skeleton',
    'ui/layout/status-badge',
    'ui/use-now',
  ],
  device: ['app/startup/device', 'app/startup/device-storage'],
}

function groupModules() {
  const named = Object.entries(TOGETHER).map(([name, paths]) => ({
    name,
    test: (id: string) => paths.some((path) => new RegExp(`/src/${path}\\.tsx?$`).test(id)),
  }))
  // Without it, each icon that two screens draw would be a file.
  const icons = { name: 'icons', test: /lucide-react/, minShareCount: 2 }
  const groups = [{ name: 'index', tags: ['$initial' as const] }, ...named, icons]
  return groups.map((group, index) => ({ ...group, priority: groups.length - index }))
}

/** Tells public/early.js what to ask for while the page's own code is still on its way. */
function preloadCode(): Plugin {
  return {
    name: 'ask-early',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
        /** The file made from a module, and all that it imports, without what the page asks for anyway. */
        function listFiles(source: string): string[] {
          const root = chunks.find(({ moduleIds }) =>
            moduleIds.some((id) => id.endsWith(`/${source}`)),
          )
          if (!root) throw new Error(`no file of the build holds ${source}`)
          const found = new Set([root.fileName])
          // A set that grows while it is walked.
          for (const file of found) {
            const chunk = chunks.find(({ fileName }) => fileName === file)
            const styles = chunk?.viteMetadata?.importedCss ?? []
            for (const name of [...(chunk?.imports ?? []), ...styles]) found.add(name)
          }
          return [...found].filter((name) => !html.includes(name)).map((name) => `/${name}`)
        }
        const listAll = (sources: Record<string, string>) =>
          Object.fromEntries(
            Object.entries(sources).map(([path, source]) => [path, listFiles(source)]),
          )
        const code = JSON.stringify({
          screens: listAll(PRELOADED_SCREENS),
          shells: listAll(PRELOADED_SHELLS),
          sections: listAll(PRELOADED_SECTIONS),
          device: listFiles(PRELOADED_DEVICE),
        })
        return html.replace('src="/early.js"', `$& data-code='${code}'`)
      },
    },
  }
}

type InjectOptions = Partial<VitePWAOptions['injectManifest']>
type ManifestTransform = NonNullable<InjectOptions['manifestTransforms']>[number]

/** A file whose name stays from build to build is this build's own or none: a deploy may come while the worker installs. */
const pinFiles: ManifestTransform = (entries) => ({
  manifest: entries.map((entry) => {
    if (entry.revision === null) return entry
    const print = createHash('sha256').update(readFileSync(join(outDir, entry.url)))
    return { ...entry, integrity: `sha256-${print.digest('base64')}` }
  }),
})

export default defineConfig({
  plugins: [
    react(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/service-worker',
      filename: 'sw.ts',
      // The app registers the worker itself and asks before an update takes over (src/app/updates/app-updates.ts).
      injectRegister: null,
      registerType: 'prompt',
      // The site has two (build/manifest-writer.ts).
      manifest: false,
      injectManifest: {
        globPatterns: ['**/*.{html,js,css,svg,png,woff2,webmanifest}'],
        // Who installs the app fetches them once; no screen shows them.
        globIgnores: ['icons/icon-*.png'],
        manifestTransforms: [pinFiles],
      },
    }),
    minifyPublicScripts(),
    writeManifests(),
    preloadCode(),
    precompress(),
    // After it: the server compresses these pages, once it has put its address into them.
    writePages(),
  ],
  build: {
    target: 'es2022',
    // Which file imports which, for the budgets; in a folder that the server never serves.
    manifest: true,
    // Phones are not always of this year: what their browsers do not know (light-dark) is written out for them.
    cssTarget: ['chrome120', 'edge120', 'firefox121', 'safari16.4', 'ios16.4'],
    // The content security policy allows nothing inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: groupModules() } } },
  },
  server: {
    host: '127.0.0.1',
    port: 3000,
    proxy: { '/api': DEV_API, '/media': DEV_API },
  },
  test: {
    reporters: ['default', './tests/support/closing-line-reporter.ts'],
    // One more than cores on a small machine: stories in a browser wait more than they work.
    maxWorkers: Math.max(3, cpus().length),
    // A test says what comes, not how soon: beside others nothing is quick.
    testTimeout: TEST_MS,
    hookTimeout: TEST_MS,
    expect: { poll: { timeout: TEST_MS } },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          isolate: false,
          include: ['tests/{build,domain,server,contract,architecture}/**/*.test.ts'],
          exclude: ['tests/server/postgres/**', ...REPLACING],
        },
      },
      {
        extends: true,
        test: {
          name: 'node-apart',
          environment: 'node',
          include: ['tests/mocks/**/*.test.ts', ...REPLACING],
        },
      },
      {
        // What the server promises, on its other database.
        extends: true,
        test: {
          ...ON_POSTGRES,
          name: 'postgres',
          environment: 'node',
          isolate: false,
          include: [
            'tests/contract/server-contract.test.ts',
            'tests/server/{audit,auth,dashboard,events,fuzz,listings,loans,mail,members,openapi,operations,postgres,idempotency,releases}/**/*.test.ts',
            'tests/server/{demo/demo-seeding,http/server-error}.test.ts',
          ],
          exclude: REPLACING,
        },
      },
      {
        extends: true,
        test: { ...ON_POSTGRES, name: 'postgres-apart', environment: 'node', include: REPLACING },
      },
      {
        extends: true,
        test: {
          ...ON_SCREENS,
          name: 'dom',
          isolate: false,
          include: [
            'tests/{api,app,features,offline-media,outbox,query-cache,service-worker,session,storage,ui}/**/*.test.{ts,tsx}',
          ],
          exclude: REPLACING_ON_SCREENS,
        },
      },
      {
        extends: true,
        test: { ...ON_SCREENS, name: 'dom-apart', include: REPLACING_ON_SCREENS },
      },
      {
        extends: true,
        plugins: [stepFaults()],
        test: {
          name: 'faults',
          environment: 'node',
          include: ['tests/faults/**/*.test.ts'],
          testTimeout: FAULTS_TEST_MS,
          hookTimeout: FAULTS_TEST_MS,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          environment: 'node',
          include: ['tests/browser/**/*.test.ts'],
          globalSetup: ['tests/support/browser-setup.ts'],
          // A browser on a busy machine has its moods: the story is told once more, and the report names it.
          retry: 1,
          testTimeout: BROWSER_TEST_MS,
          hookTimeout: BROWSER_TEST_MS,
        },
      },
    ],
  },
})
