import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import Database from 'libsql'
import { makeDataFolder } from '#server/platform/config/data-folder.ts'
import { SetupError } from '#server/platform/config/setup-error.ts'
import { findDatabaseTrouble } from '#server/platform/database/database-trouble.ts'
import { type BeforeMigration, migrate } from '#server/platform/database/migrate.ts'
import { beginRun } from '#server/platform/database/revision.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { LibsqlDialect } from './dialect.ts'

export interface OpenDatabase {
  db: Kysely<Tables>
  close: () => Promise<void>
  /**
   * Connections to a database server, and callers that wait for one; absent for the embedded
   * database.
   */
  countConnections?: () => { total: number; idle: number; waiting: number }
  /** Calls back when another process may have changed lists; absent where processes cannot tell each other. */
  listen?: (onNotice: () => void) => () => Promise<void>
}

// Maximum time to wait for another process's write, in a server and in a command.
const BUSY_MS = 2000 // after this time, the server asks the client to try again
const COMMAND_BUSY_MS = 60_000 // a command may wait long for a gap between the chunks of a large import
const CACHE_KB = 65_536 // holds the upper levels of every index of a million rows

/** Opens a database file, or an in-memory database (':memory:'). Waits up to `busyMs` for another process's write. */
export function openDatabase(file: string, busyMs = BUSY_MS): Kysely<Tables> {
  const database = new Database(file)
  database.exec(`pragma busy_timeout = ${busyMs}`)
  database.exec('pragma journal_mode = wal')
  database.exec('pragma synchronous = full')
  database.exec('pragma foreign_keys = on')
  // Overwrites deleted content, so that erased personal data does not remain in the file.
  database.exec('pragma secure_delete = on')
  database.exec(`pragma cache_size = -${CACHE_KB}`)
  return new Kysely<Tables>({ dialect: new LibsqlDialect(database) })
}

/**
 * Opens the data folder for this process alone and migrates the database. The operating system
 * holds the lock and releases it however the process ends. @throws SetupError
 */
export async function openDataFolder(
  dataDir: string,
  beforeMigration?: BeforeMigration,
): Promise<OpenDatabase> {
  const held: { close: () => unknown }[] = []
  const close = async () => {
    for (const one of held.splice(0).reverse()) await one.close()
  }
  try {
    makeDataFolder(dataDir)
    held.push(lockFolder(dataDir))
    requireWholeFile(fileIn(dataDir))
    const db = openDatabase(fileIn(dataDir))
    held.push({ close: () => db.destroy() })
    await migrate(db, beforeMigration)
    await beginRun(db)
    // Empties the write-ahead log, which libsql would leave behind with erased data.
    held.push({ close: () => sql`pragma wal_checkpoint(truncate)`.execute(db) })
    return { db, close }
  } catch (error) {
    await close()
    throw explain(error, dataDir)
  }
}

/** Opens, for a command, a data folder that a server may be using. @throws SetupError when there is no database */
export function openExistingData(dataDir: string): OpenDatabase {
  if (!hasDatabase(dataDir)) throw noDatabaseYet(dataDir)
  const db = openDatabase(fileIn(dataDir), COMMAND_BUSY_MS)
  return { db, close: () => db.destroy() }
}

export function hasDatabase(dataDir: string): boolean {
  return existsSync(fileIn(dataDir))
}

/**
 * Prevents servers from opening the folder while its database is read as a file. @throws SetupError
 * when a server is running or there is no database
 */
export function lockExistingData(dataDir: string): { file: string; close: () => void } {
  if (!hasDatabase(dataDir)) throw noDatabaseYet(dataDir)
  const lock = lockFolder(dataDir)
  return { file: fileIn(dataDir), close: () => lock.close() }
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'marketplace.db')
}

function noDatabaseYet(dataDir: string): SetupError {
  return new SetupError(`There is no database in ${dataDir} yet: start the server once first.`)
}

/** Refuses the remains of an interrupted copy, which SQLite would treat as a new database. @throws SetupError */
function requireWholeFile(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found?.size === 0)
    throw new SetupError(
      `${file} is empty, as after an interrupted copy: copy it again, or remove it to begin with a new database.`,
    )
  if (!found && existsSync(`${file}-wal`))
    throw new SetupError(
      `${file} is missing, and the ${file}-wal that belongs to it is there: copy both, or remove that to begin with a new database.`,
    )
}

function lockFolder(dataDir: string): Database.Database {
  const lock = new Database(join(dataDir, 'lock.db'))
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if (findDatabaseTrouble(error) !== 'busy') throw error
    throw new SetupError(`Another server already runs on the data folder ${dataDir}.`)
  }
  return lock
}

function explain(error: unknown, dataDir: string): unknown {
  if (error instanceof SetupError || !(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  if (/^SQLITE_(NOTADB|CORRUPT)/.test(code))
    return new SetupError(`The database in ${dataDir} is damaged.`)
  if (code === 'SQLITE_ERROR')
    return new SetupError(
      `The database in ${dataDir} has other tables than this server's (${error.message}).`,
    )
  if (findDatabaseTrouble(error) === 'full')
    return new SetupError(`No space is left in ${dataDir}.`)
  return new SetupError(`The data folder ${dataDir} cannot be written (${code || error.message}).`)
}
