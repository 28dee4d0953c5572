import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const COMPRESSIBLE = /\.(html|js|css|svg|json|webmanifest|txt|wasm)$/

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/**
 * Writes a .br and a .gz file for every text file and program of the build, so that the server need not compress them.
 * `quality` is Brotli's, by default the highest.
 */
export function precompress({ quality = constants.BROTLI_MAX_QUALITY } = {}): Plugin {
  let outDir = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir)
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const entries = await readdir(outDir, { recursive: true, encoding: 'utf8' })
        const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
        // Node compresses several files at once, on threads.
        await Promise.all(
          entries
            .filter((entry) => COMPRESSIBLE.test(entry))
            .map(async (entry) => {
              const file = join(outDir, entry)
              const content = await readFile(file)
              await writeFile(`${file}.br`, await toBrotli(content, { params }))
              await writeFile(`${file}.gz`, await toGzip(content, { level: 9 }))
            }),
        )
      },
    },
  }
}
