import { accessSync, constants, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname } from 'node:path'

const PRIVATE_FOLDER = 0o700 // it holds personal data

/**
 * Creates a data folder and its parents. @throws the system error when the folder cannot hold new
 * files
 *
 * Does not use a recursive `mkdir`: Node loops forever when an existing parent refuses new files
 * with ENOENT, as /proc does.
 */
export function makeDataFolder(folder: string): void {
  createWithParents(folder)
  readdirSync(folder) // throws ENOTDIR for a file
  accessSync(folder, constants.W_OK | constants.X_OK)
}

function createWithParents(folder: string): void {
  if (existsSync(folder)) return
  const parent = dirname(folder)
  if (parent !== folder) createWithParents(parent)
  try {
    mkdirSync(folder, { mode: PRIVATE_FOLDER })
  } catch (error) {
    // If the folder exists, another process created it first.
    if (!existsSync(folder)) throw error
  }
}
