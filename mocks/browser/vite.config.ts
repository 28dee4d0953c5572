import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { MEDIA_DIR, sendStaticFile } from '#mocks/bare-static-files.ts'

// `npm run dev:mocks`: the app on the mock API alone, without the server. A configuration of its own, so that nothing of
// it is in the one that builds.

const APP_ENTRY = '/src/main.tsx'
const MOCK_ENTRY = '/mocks/browser/start-mocks.ts'
const MOCK_WORKER = '/mockServiceWorker.js'

/**
 * Keeps msw's worker from all but the API. The app's modules, hundreds of requests here, would each wait for a message to
 * the page and back, and those of `src/api` would be taken for calls.
 */
const ONLY_API = `addEventListener('fetch', (event) => {
  if (!/^\\/(api|portal)\\//.test(new URL(event.request.url).pathname)) event.stopImmediatePropagation()
})\n`

/** Starts the mocks before the app, and serves what they need: msw's worker and the media that the sample data names. */
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
  // The packages are prepared apart from those of `npm run dev`, whose set differs.
  cacheDir: 'node_modules/.vite-mocks',
  optimizeDeps: { entries: ['index.html', MOCK_ENTRY.slice(1)] },
  server: {
    host: '127.0.0.1',
    // Not the port of `npm start`: its service worker would answer here, and the mocks' worker and data there.
    port: 3002,
    strictPort: true,
  },
})
