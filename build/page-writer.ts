import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { createServer, type Plugin } from 'vite'
import { PUBLIC_PATHS } from '#src/config/public-pages.ts'
import { fillAccountPage, fillPage } from './page-head.ts'

// Must equal the values in server/platform/http/files/written-pages.ts.
const PAGES_DIR = '.prerendered'
const ACCOUNT_PAGE = 'account.html'

/**
 * Writes each public page with its own head, and one page for the other URLs below /account, into a folder
 * beside index.html. Pages that look the same to every visitor also contain their prerendered screen.
 */
export function writePages(): Plugin {
  let outDir = ''
  return {
    name: 'write-pages',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir)
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        // A build that fails has written nothing, and its own error says why.
        if (!existsSync(join(outDir, 'index.html'))) return
        const template = readFileSync(join(outDir, 'index.html'), 'utf8')
        const screens = await renderScreens()
        for (const path of PUBLIC_PATHS) {
          const file = join(outDir, PAGES_DIR, path, 'index.html')
          mkdirSync(dirname(file), { recursive: true })
          writeFileSync(file, fillPage(template, path, screens.get(path) ?? null))
        }
        writeFileSync(join(outDir, PAGES_DIR, ACCOUNT_PAGE), fillAccountPage(template))
      },
    },
  }
}

/**
 * Prerenders the screens in this process. A Vite server loads the modules as in development, but
 * serves no requests.
 */
async function renderScreens(): Promise<ReadonlyMap<string, string>> {
  const server = await createServer({
    configFile: false,
    appType: 'custom',
    plugins: [react()],
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  try {
    const app = await server.ssrLoadModule('/src/app/startup/prerender.tsx')
    return await (app as typeof import('#src/app/startup/prerender.tsx')).prerenderScreens()
  } finally {
    await server.close()
  }
}
