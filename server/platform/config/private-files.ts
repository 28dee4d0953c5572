import { chmodSync, existsSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { PROJECT_DIR } from './app-folders.ts'
import { SetupError } from './setup-error.ts'

// The data folder holds personal data and keys: only its owner may read it, even if it was copied
// from elsewhere.

const OTHERS = 0o077
const FOLDER = 0o700
const FILE = 0o600
const STICKY = 0o1000 // set on shared folders such as /tmp

/** Makes files and folders that this process creates from now on accessible to its user only. */
export function keepFilesPrivate(): void {
  process.umask(OTHERS)
}

/**
 * Removes the access of other users to a folder and its contents. Does not follow links.
 * @returns paths whose permissions this user may not change
 * @throws SetupError when the folder is shared, such as /tmp, or contains the project
 */
export function repairPermissions(dataDir: string): string[] {
  if (!existsSync(dataDir)) return []
  const found = statSync(dataDir)
  if (!found.isDirectory()) return []
  const isShared = (found.mode & STICKY) !== 0
  if (isShared || isAbove(dataDir, resolve('/')) || isAbove(dataDir, PROJECT_DIR))
    throw new SetupError(
      `DATA_DIR (${dataDir}) must be a folder for the server's data only: nobody else can read it from then on.`,
    )
  return makePrivate(dataDir)
}

function isAbove(folder: string, path: string): boolean {
  return !relative(folder, path).startsWith('..')
}

function makePrivate(path: string): string[] {
  const found = lstatSync(path, { throwIfNoEntry: false })
  // Another process may have removed it.
  if (!found || found.isSymbolicLink()) return []
  const refused: string[] = []
  if ((found.mode & OTHERS) !== 0 && !setMode(path, found.isDirectory() ? FOLDER : FILE))
    refused.push(path)
  if (!found.isDirectory()) return refused
  return [...refused, ...readdirSync(path).flatMap((name) => makePrivate(join(path, name)))]
}

/** Returns false for a file of another user, or on a read-only volume. */
function setMode(path: string, mode: number): boolean {
  try {
    chmodSync(path, mode)
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'EPERM' || code === 'EROFS') return false
    if (code === 'ENOENT') return true
    throw error
  }
}
