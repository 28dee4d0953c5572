import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { SetupError } from '#server/config/setup-error.ts'

/** Where a restore or a move keeps its copy of the rows. It is there only while one runs, or after one was killed. */
export function restoringDirIn(dataDir: string): string {
  return join(dataDir, 'restoring')
}

/** A start would fill the empty database with the demonstration data. @throws SetupError after a restore that was killed */
export function requireNoBrokenRestore(dataDir: string): void {
  const folder = restoringDirIn(dataDir)
  if (!existsSync(folder)) return
  throw new SetupError(
    `A restore or move was interrupted before it was done: run it again, or remove ${folder} to go on without it.`,
  )
}
