import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SetupError } from './setup-error.ts'

/** The project's folder. */
export const ROOT = findRoot(import.meta.dirname)

/** Where the build puts the app. */
export const APP_DIR = join(ROOT, 'dist')

export const API_DOCS_STYLE = join(ROOT, 'server', 'openapi', 'docs.css')

/** The operator's own media first, then those of the demonstration data. */
export function listMediaDirs(mediaDir: string): string[] {
  return [mediaDir, join(ROOT, 'server', 'demo', 'media')]
}

/** @throws SetupError when the app was not built into this folder */
export function requireBuiltApp(distDir: string): string {
  if (existsSync(join(distDir, 'index.html'))) return distDir
  throw new SetupError(`The app is not built: ${distDir} has no index.html. Run "npm run build".`)
}

/** The project's folder: the sources and the compiled server lie at different depths of it. */
function findRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  const parent = dirname(folder)
  if (parent === folder)
    throw new SetupError('The server was moved out of its project: no package.json above it.')
  return findRoot(parent)
}
