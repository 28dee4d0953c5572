import { accessSync, constants, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname } from 'node:path'

const PRIVATE_FOLDER = 0o700 // it holds personal data

/**
 * Creates a folder for the server's data, with its parents. @throws the system's error when it cannot hold new files
 *
 * Not `mkdir` with `recursive`: where a parent exists and refuses new files with ENOENT, as /proc does, Node tries forever.
 */
export function makeDataFolder(folder: string): void {
  createWithParents(folder)
  readdirSync(folder) // ENOTDIR for a file
  accessSync(folder, constants.W_OK | constants.X_OK)
}

function createWithParents(folder: string): void {
  if (existsSync(folder)) return
  const parent = dirname(folder)
  if (parent !== folder) createWithParents(parent)
  try {
    mkdirSync(folder, { mode: PRIVATE_FOLDER })
  } catch (error) {
    // Another process was faster.
    if (!existsSync(folder)) throw error
  }
}
