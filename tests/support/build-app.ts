import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface BuiltApp {
  distDir: string
  remove(): void
}

/** In a process of its own: a test runner's environment would make it a development build. */
const BUILD = `
  import { build } from 'vite'
  const [outDir, mark] = process.argv.slice(1)
  const renderChunk = (code) => (mark ? code + ';globalThis.buildMark=' + JSON.stringify(mark) : null)
  await build({ logLevel: 'error', build: { outDir }, plugins: [{ name: 'mark', renderChunk }] })
`

/**
 * Builds the app as it ships, into a folder of its own: two runs beside each other do not build over one another. With a
 * mark it is another build of the same app, whose code has other names throughout.
 */
export function buildApp(mark = ''): BuiltApp {
  const distDir = mkdtempSync(join(tmpdir(), 'app-dist-'))
  execFileSync(process.execPath, ['--input-type=module', '-e', BUILD, distDir, mark], {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  return { distDir, remove: () => rmSync(distDir, { recursive: true, force: true }) }
}
