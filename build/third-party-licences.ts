import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

/** Served beside the app, because the licence of the library asks that its text goes where the library goes. */
const LIBHEIF_LICENCE = 'licences/libheif.txt'

/** Adds the licences of libraries that the browser gets as files of their own (docs/third-party.md). */
export function addLicences(): Plugin {
  return {
    name: 'third-party-licences',
    apply: 'build',
    generateBundle() {
      const path = createRequire(import.meta.url).resolve('libheif-js/libheif-wasm/LICENSE')
      this.emitFile({ type: 'asset', fileName: LIBHEIF_LICENCE, source: readFileSync(path) })
    },
  }
}
