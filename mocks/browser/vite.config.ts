import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { MEDIA_DIR, sendStaticFile } from '#mocks/bare-static-files.ts'

// `npm run dev:mocks`: the app with the mock API and without the server. A separate configuration
// keeps the mocks out of the build.

const APP_ENTRY = '/src/main.tsx'
const MOCK_ENTRY = '/mocks/browser/start-mocks.ts'
const MOCK_WORKER = '/mockServiceWorker.js'

/**
 * Limits msw's worker to the API. Otherwise each of the hundreds of module requests would wait for
 * a message to the page and back, and modules in `src/api` would match as API calls.
 */
const ONLY_API = `addEventListener('fetch', (event) => {
  if (!/^\\/(api|portal)\\//.test(new URL(event.request.url).pathname)) event.stopImmediatePropagation()
})\n`

/** Starts the mocks before the app, and serves msw's worker and the media of the sample data. */
function serveMocks(): Plugin {
  return {
    name: 'serve-mocks',
    apply: 'serve',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replace(APP_ENTRY, MOCK_ENTRY),
    },
    configureServer({ middlewares }) {
      const workerFile = fileURLToPath(import.meta.resolve(`msw${MOCK_WORKER}`))
      middlewares.use((request, response, next) => {
        const path = request.url?.split('?')[0] ?? ''
        if (path === MOCK_WORKER) {
          response.writeHead(200, { 'content-type': 'text/javascript' })
          response.end(ONLY_API + readFileSync(workerFile, 'utf8'))
        } else if (path.startsWith('/media/')) {
          sendStaticFile({ distDir: '', mediaDir: MEDIA_DIR }, request, response).catch(next)
        } else next()
      })
    },
  }
}

export default defineConfig({
  plugins: [react(), serveMocks()],
  // Separate from the cache of `npm run dev`, which optimizes a different set of packages.
  cacheDir: 'node_modules/.vite-mocks',
  optimizeDeps: { entries: ['index.html', MOCK_ENTRY.slice(1)] },
  server: {
    host: '127.0.0.1',
    // A different port from `npm start`: on the same origin, the two service workers and the stored data
    // would conflict.
    port: 3002,
    strictPort: true,
  },
})
