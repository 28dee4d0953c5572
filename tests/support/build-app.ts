import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export interface BuiltApp {
  distDir: string
  remove(): void
}

/** Builds the app as it ships, into a folder of its own: two runs beside each other do not build over one another. */
export function buildApp(): BuiltApp {
  const distDir = mkdtempSync(join(tmpdir(), 'app-dist-'))
  // In a process of its own: a test runner's environment would make it a development build.
  const vite = resolve('node_modules/vite/bin/vite.js')
  execFileSync(process.execPath, [vite, 'build', '--logLevel', 'error', '--outDir', distDir], {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  return { distDir, remove: () => rmSync(distDir, { recursive: true, force: true }) }
}
