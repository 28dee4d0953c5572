import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { groupModules } from './build/code-splitting.ts'
import { hintCompilation } from './build/compile-hints.ts'
import { writeManifests } from './build/manifest-writer.ts'
import { writePages } from './build/page-writer.ts'
import { listPostingFiles } from './build/posting-files.ts'
import { precompress } from './build/precompress.ts'
import { preloadCode } from './build/preload-code.ts'
import { minifyPublicScripts } from './build/public-scripts.ts'
import { buildServiceWorker } from './build/service-worker-build.ts'
import { addLicences } from './build/third-party-licences.ts'

/** The API of `npm run dev`; Vite's server proxies the paths of the API and the media to it. */
const DEV_API = `http://127.0.0.1:${process.env['API_PORT'] || '3001'}`

/** The tests build with a low quality, which takes a tenth of the time. */
const BROTLI_QUALITY = Number(process.env['BROTLI_QUALITY'] || 11)

export default defineConfig({
  plugins: [
    react(),
    buildServiceWorker(),
    minifyPublicScripts(),
    writeManifests(),
    preloadCode(),
    // Changes the code, so it must run before `precompress`.
    listPostingFiles(),
    hintCompilation(),
    addLicences(),
    precompress({ quality: BROTLI_QUALITY }),
    // Runs after `precompress`, because the server inserts its address into these pages and compresses them itself.
    writePages(),
  ],
  worker: {
    rolldownOptions: {
      // libheif's loader asks for these in Node only.
      external: ['fs', 'path', 'crypto'],
    },
  },
  build: {
    target: 'es2022',
    // Writes the import graph, for the checks of byte budgets, into a folder that the server never serves.
    manifest: true,
    // For older browsers on phones, Vite expands CSS that they do not support, for example light-dark().
    cssTarget: ['chrome120', 'edge120', 'firefox121', 'safari16.4', 'ios16.4'],
    // The content security policy allows no inlined assets.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: groupModules() } } },
  },
  server: {
    host: '127.0.0.1',
    port: 3000,
    proxy: { '/api': DEV_API, '/media': DEV_API },
  },
})
