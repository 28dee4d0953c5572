import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Runs in its own process: a test runner's environment would produce a development build. */
const BUILD = `
  import { build } from 'vite'
  const [outDir, mark] = process.argv.slice(1)
  const renderChunk = (code) => (mark ? code + ';globalThis.buildMark=' + JSON.stringify(mark) : null)
  await build({ logLevel: 'error', build: { outDir }, plugins: [{ name: 'mark', renderChunk }] })
`

export interface AppBuild {
  /** Added to every chunk: it changes the hashes in the file names of all chunks, but not the app's behaviour. */
  mark?: string
  /** Compresses in a tenth of the time, into somewhat larger files. */
  isQuick?: boolean
}

/**
 * Builds the app for production into a new temporary folder, so that concurrent runs do not
 * overwrite each other.
 */
export async function buildApp({ mark = '', isQuick = false }: AppBuild = {}) {
  const distDir = mkdtempSync(join(tmpdir(), 'app-dist-'))
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', BUILD, distDir, mark], {
    env: { ...process.env, NODE_ENV: 'production', BROTLI_QUALITY: isQuick ? '4' : '' },
  })
  return { distDir, remove: () => rmSync(distDir, { recursive: true, force: true }) }
}
