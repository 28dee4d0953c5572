import { chmodSync, closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import { SetupError } from '#server/platform/config/setup-error.ts'
import { isPostgres } from '#server/platform/database/column-types.ts'
import { openDatabase } from '#server/platform/database/connection/open-database.ts'
import { migrateLike } from '#server/platform/database/migrate.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { writeChecksum } from './backup-checksum.ts'
import { copyData, type ReportRows } from './copy-data.ts'

// A backup is a single SQLite file. It can be made from and restored into both SQLite and
// PostgreSQL. It has the schema version of its source, and contains everything but the secrets
// stored next to the database: app-secret, which would reveal pending codes, and pan-key, which
// decrypts the PAN numbers. A backup of SQLite is written by `vacuum into`; a backup of PostgreSQL is
// filled table by table from a snapshot.

const OWNER_ONLY = 0o600 // contains personal data
/** File ending of an unfinished backup, so that it is not mistaken for a complete one. */
export const UNFINISHED = '.part'

/**
 * Writes the currently committed data into a new file, with its checksum beside it, while servers may keep writing.
 * @throws SetupError when the file exists already or the backup is damaged
 */
export async function backUp(db: Kysely<Tables>, file: string, report?: ReportRows): Promise<void> {
  if (existsSync(file)) throw new SetupError(`${file} is there already; nothing was written.`)
  const part = `${file}${UNFINISHED}`
  rmSync(part, { force: true })
  try {
    if (isPostgres(db)) await copySnapshot(db, part, report)
    else await sql`vacuum into ${part}`.execute(db)
    chmodSync(part, OWNER_ONLY)
    await requireWhole(part)
    flush(part)
    await writeChecksum(file, part)
    renameSync(part, file)
  } finally {
    rmSync(part, { force: true })
  }
}

async function copySnapshot(db: Kysely<Tables>, file: string, report?: ReportRows): Promise<void> {
  const to = openDatabase(file)
  try {
    await migrateLike(to, db)
    await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((snapshot) => copyData(snapshot, to, report))
    // Merges the write-ahead log into the database file.
    await sql`pragma journal_mode = delete`.execute(to)
  } finally {
    await to.destroy()
  }
}

function flush(file: string): void {
  const handle = openSync(file, 'r+')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

async function requireWhole(file: string): Promise<void> {
  let db: Kysely<Tables> | null = null
  try {
    db = openDatabase(file)
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
    if (rows[0]?.integrity_check !== 'ok') throw new Error('damaged')
    await db.selectFrom('users').select('id').limit(1).execute()
    await sql`pragma journal_mode = delete`.execute(db)
  } catch (error) {
    throw new SetupError(`The backup ${file} is not whole; it was removed.`, { cause: error })
  } finally {
    await db?.destroy()
  }
}
