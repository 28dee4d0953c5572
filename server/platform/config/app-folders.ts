import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SetupError } from './setup-error.ts'

export const PROJECT_DIR = findRoot(import.meta.dirname)

/** The build output. */
export const APP_DIR = join(PROJECT_DIR, 'dist')

/** Node arguments for the command-line program: from source if this process runs from source, otherwise compiled. */
export const MANAGE_PROGRAM: readonly string[] = import.meta.filename.endsWith('.ts')
  ? [...process.execArgv, join(PROJECT_DIR, 'server/cli/manage.ts')]
  : [join(APP_DIR, '.server/manage.js')]

export const API_DOCS_STYLE = join(PROJECT_DIR, 'server/platform/openapi/docs.css')

/** The operator's media first, then the media of the demonstration data. */
export function listMediaDirs(mediaDir: string): string[] {
  return [mediaDir, join(PROJECT_DIR, 'server/demo/media')]
}

/** @throws SetupError when the app was not built into this folder */
export function requireBuiltApp(distDir: string): string {
  if (existsSync(join(distDir, 'index.html'))) return distDir
  throw new SetupError(`The app is not built: ${distDir} has no index.html. Run "npm run build".`)
}

/**
 * Finds the project's folder by searching upwards, because the sources and the compiled server are
 * at different depths.
 */
function findRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  const parent = dirname(folder)
  if (parent === folder)
    throw new SetupError('The server was moved out of its project: no package.json above it.')
  return findRoot(parent)
}
