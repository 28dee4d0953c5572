import { chmodSync, closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import { SetupError } from '#server/config/setup-error.ts'
import { isPostgres } from '#server/database/column-types.ts'
import { openDatabase } from '#server/database/connection/open-database.ts'
import { migrateLike } from '#server/database/migrate.ts'
import type { Tables } from '#server/database/schema.ts'
import { copyData, type ReportRows } from './copy-data.ts'

// A backup is one file, a database of the embedded kind, whichever of the two it was taken of: either can be restored from
// it. It holds everything but the secrets beside the database: app-secret, by which codes on their way would be read, and
// pan-key, without which the PAN numbers in it cannot be. It is of the version that the database was of: SQLite's own copy
// of the pages, or the tables of that version filled from a snapshot.

const OWNER_ONLY = 0o600 // it holds personal data
/** Under this ending until it is whole: half a backup would be taken for one. */
export const UNFINISHED = '.part'

/**
 * Writes what is committed at this moment into a new file, beside servers that go on writing.
 * @throws SetupError when the file is there already, or is not whole
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
    // What stands in the log beside it goes into the file itself.
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
