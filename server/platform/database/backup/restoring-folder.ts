import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { SetupError } from '#server/platform/config/setup-error.ts'

/**
 * The folder for the temporary copy that a restore of a backup, or a move to PostgreSQL, makes. It
 * exists only during a restore or move, and after one that was interrupted.
 */
export function restoringDirIn(dataDir: string): string {
  return join(dataDir, 'restoring')
}

/**
 * Refuses to start after an interrupted restore or move, because the start would fill the empty
 * database with demonstration data. @throws SetupError
 */
export function requireNoBrokenRestore(dataDir: string): void {
  const folder = restoringDirIn(dataDir)
  if (!existsSync(folder)) return
  throw new SetupError(
    `A restore or move was interrupted before it was done: run it again, or remove ${folder} to go on without it.`,
  )
}
