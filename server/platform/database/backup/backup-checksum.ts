// The checksum of a backup, in a file beside it that `sha256sum -c` reads: a changed byte in a text of the database is
// no error for SQLite.

import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { SetupError } from '#server/platform/config/setup-error.ts'

const OWNER_ONLY = 0o600

export function checksumFileOf(backup: string): string {
  return `${backup}.sha256`
}

/** Writes the checksum of `content`, which becomes the file `backup`. */
export async function writeChecksum(backup: string, content: string): Promise<void> {
  const line = `${await sumOf(content)}  ${basename(backup)}\n`
  writeFileSync(checksumFileOf(backup), line, { mode: OWNER_ONLY, flush: true })
}

/**
 * Compares a backup with its checksum. False if there is none, as beside a backup of an earlier version.
 * @throws SetupError when the backup was damaged
 */
export async function requireChecksum(backup: string): Promise<boolean> {
  const file = checksumFileOf(backup)
  if (!existsSync(file)) return false
  const [wanted] = readFileSync(file, 'utf8').split(' ')
  if ((await sumOf(backup)) !== wanted)
    throw new SetupError(
      `${backup} is damaged: it differs from its checksum in ${file}. Nothing was restored; use another backup.`,
    )
  return true
}

/** Deletes a backup with its checksum. */
export function removeBackup(backup: string): void {
  for (const file of [backup, checksumFileOf(backup)]) rmSync(file, { force: true })
}

async function sumOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
