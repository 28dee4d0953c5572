import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SetupError } from './setup-error.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Where the build puts the app. */
export const APP_DIR = join(ROOT, 'dist')

/** The operator's own media first, then those of the demonstration data. */
export function listMediaDirs(mediaDir: string): string[] {
  return [mediaDir, join(ROOT, 'server', 'demo', 'media')]
}

/** @throws SetupError when the app was not built into this folder */
export function requireBuiltApp(distDir: string): string {
  if (existsSync(join(distDir, 'index.html'))) return distDir
  throw new SetupError(`The app is not built: ${distDir} has no index.html. Run "npm run build".`)
}
