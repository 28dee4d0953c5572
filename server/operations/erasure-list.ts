// Stores the ids of erased accounts in a file next to the backups. A backup may be older than some
// erasures, and the database that recorded them may be lost when a backup has to be restored.

import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { listErasedIds } from '#server/accounts/erasure/erasure-service.ts'
import { SetupError } from '#server/platform/config/setup-error.ts'
import { isRecordId } from '#server/platform/database/record-id.ts'
import type { Tables } from '#server/platform/database/schema.ts'

const NAME = 'erased-accounts.txt'
const PRIVATE_FOLDER = 0o700
const PRIVATE_FILE = 0o600

/** The path of the list in a folder with backups. */
export function erasureListIn(folder: string): string {
  return join(folder, NAME)
}

/**
 * Adds the database's erased accounts to the folder's list, one id a line. Writes the file even if
 * nobody was erased, because a missing file means that the list was lost.
 */
export async function writeErasureList(db: Kysely<Tables>, folder: string): Promise<void> {
  const file = erasureListIn(folder)
  const before = readErasureList(file)
  const ids = new Set([...(before ?? []), ...(await listErasedIds(db))])
  if (before?.length === ids.size) return
  mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER })
  // Write and rename, so that a crash does not leave half a list.
  const part = `${file}.${process.pid}.part`
  writeFileSync(part, [...ids].map((id) => `${id}\n`).join(''), { mode: PRIVATE_FILE, flush: true })
  renameSync(part, file)
}

/** The ids in a list; null without a file. @throws SetupError when the file is not such a list */
export function readErasureList(file: string): string[] | null {
  if (!existsSync(file)) return null
  const ids = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  if (!ids.every(isRecordId)) throw new SetupError(`${file} is not a list of erased accounts.`)
  return ids
}
