import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { eraseAgain } from '#server/accounts/erasure/erasure-service.ts'
import { hasOperatorsWithoutRole } from '#server/accounts/sign-in/operator-account-service.ts'
import { mediaFolderOf } from '#server/listings/media/backup/media-backup-service.ts'
import {
  type RestoredMedia,
  restoreMedia,
} from '#server/listings/media/backup/media-restore-service.ts'
import { preparePans } from '#server/loans/pan-sealing-service.ts'
import { checkAuditChain } from '#server/platform/audit/audit-check-service.ts'
import { findPanKey } from '#server/platform/config/pan-key.ts'
import type { ServerSettings } from '#server/platform/config/server-settings.ts'
import { SetupError } from '#server/platform/config/setup-error.ts'
import { requireChecksum } from '#server/platform/database/backup/backup-checksum.ts'
import {
  type CopiedTable,
  copyData,
  type ReportRows,
  requireEmpty,
} from '#server/platform/database/backup/copy-data.ts'
import { restoringDirIn } from '#server/platform/database/backup/restoring-folder.ts'
import {
  noDatabaseOfOurs,
  openUntrusted,
  requireSameTables,
} from '#server/platform/database/backup/untrusted-database.ts'
import { openDatabase } from '#server/platform/database/connection/open-database.ts'
import { migrate, migrateAs } from '#server/platform/database/migrate.ts'
import { getRevision } from '#server/platform/database/revision.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import type { MediaDeps } from '#server/platform/media/stores/media-store-service.ts'
import { PERSONAL_PARTS } from './personal-parts.ts'
import { endRestoredAccess, type RestoredAccess } from './restored-access-service.ts'

// Copies the rows of a database file into an empty database. A staging database gets the tables of
// the file's version, receives the rows and is then migrated. The file is only read, and only its
// rows are used.

/** The target of the copy. Without a database, the copy is a dry run that leaves nothing behind. */
export interface RestoreTarget extends Pick<ServerSettings, 'dataDir' | 'panKey'> {
  db: Kysely<Tables> | null
  report?: ReportRows
}

export interface BackupTarget extends RestoreTarget {
  /** A restore erases these accounts again: the backup may be older than their erasure. */
  erasedIds?: readonly string[]
  /** Receives the photos and videos. A dry run only checks their files. */
  mediaStore?: MediaDeps['mediaStore']
}

export interface Restored {
  tables: CopiedTable[]
  audit: { rows: number; lastHash: string | null }
  /** Accounts that were in the backup and were erased again. */
  erased: number
  access: RestoredAccess
  /** Null if the backup has no media folder, or the target has no media store. */
  media: RestoredMedia | null
  /** Whether the file has a checksum beside it, with which it agrees. */
  hasChecksum: boolean
}

/**
 * Restores a backup. Revokes its sessions, links and API keys, and pauses its webhooks. Restores the files of photos and videos
 * first: if the store fails, the database is still empty and the restore can be repeated. @throws
 * SetupError when it is damaged or not a backup, has an operator without a role or a broken audit chain, or
 * the target is not empty
 */
export async function restoreBackup(
  file: string,
  { erasedIds = [], mediaStore, ...target }: BackupTarget,
  now = new Date(),
): Promise<Restored> {
  const hasChecksum = await requireChecksum(file)
  let audit: Restored['audit'] = { rows: 0, lastHash: null }
  let erased = 0
  let access: RestoredAccess = { keys: 0, webhooks: 0, team: [], passkeys: [] }
  let media: Restored['media'] = null
  const prepare = async (staged: Kysely<Tables>) => {
    if (await hasOperatorsWithoutRole(staged))
      throw new SetupError(`${file} has an operator account without a role; nothing was restored.`)
    const check = await checkAuditChain(staged)
    if (check.kind !== 'whole')
      throw new SetupError(`The audit log in ${file} is not whole; nothing was restored.`)
    audit = check
    erased = await eraseAgain(staged, erasedIds, now, PERSONAL_PARTS)
    access = await endRestoredAccess(staged, file, now)
  }
  const addFiles = async (staged: Kysely<Tables>) => {
    if (!mediaStore) return
    const { db, report } = target
    const source = { folder: mediaFolderOf(file), report, mediaStore: db ? mediaStore : null }
    media = await restoreMedia(staged, source)
  }
  const tables = await copyRows(file, target, { prepare, addFiles })
  return { tables, audit, erased, access, media, hasChecksum }
}

/**
 * Copies the database of a data folder that no server is using. Sessions stay valid. @throws
 * SetupError when it is not a database of this server or the target is not empty
 */
export function moveDatabase(file: string, target: RestoreTarget): Promise<CopiedTable[]> {
  return copyRows(file, target, {})
}

async function copyRows(
  file: string,
  { db, dataDir, panKey, report }: RestoreTarget,
  steps: {
    prepare?: (staged: Kysely<Tables>) => Promise<void>
    addFiles?: (staged: Kysely<Tables>) => Promise<void>
  },
): Promise<CopiedTable[]> {
  const source = await openUntrusted(file)
  const folder = restoringDirIn(dataDir)
  let staged: Kysely<Tables> | undefined
  let madeDir: string | undefined
  try {
    if (db) await requireEmpty(db)
    rmSync(folder, { recursive: true, force: true })
    // The system's temporary folder is unsuitable: the copy has personal data, and a killed process
    // would leave it there.
    madeDir = mkdirSync(folder, { recursive: true, mode: 0o700 })
    staged = openDatabase(join(folder, 'rows.db'))
    await sql`pragma synchronous = off`.execute(staged) // the file is deleted below
    await migrateAs(staged, source.migrations)
    await takeRows(file, source.db, staged, report)
    await migrate(staged)
    await steps.prepare?.(staged)
    // If the key is missing, a dry run creates a key in the folder that is deleted below.
    const keys = db ? { panKey, dataDir } : { panKey: findPanKey(panKey, dataDir), dataDir: folder }
    await preparePans(staged, keys)
    await steps.addFiles?.(staged)
    if (!db) return []
    // Its rows are only read in order from here on: the memory of its pages is for those of the target.
    await sql`pragma cache_size = -2000`.execute(staged)
    await sql`pragma shrink_memory`.execute(staged)
    return await copyData(staged, db, report)
  } finally {
    await staged?.destroy()
    await source.close()
    rmSync(db ? folder : (madeDir ?? folder), { recursive: true, force: true })
  }
}

async function takeRows(
  file: string,
  from: Kysely<Tables>,
  staged: Kysely<Tables>,
  report?: ReportRows,
): Promise<void> {
  try {
    await requireSameTables(from, staged)
    await copyData(from, staged, report)
    await getRevision(staged)
  } catch (error) {
    throw noDatabaseOfOurs(file, error)
  }
}
