import { statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { Kysely, sql } from 'kysely'
import Database from 'libsql'
import { SetupError } from '#server/platform/config/setup-error.ts'
import { LibsqlDialect } from '#server/platform/database/connection/dialect.ts'
import { findDatabaseTrouble } from '#server/platform/database/database-trouble.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { TABLE_NAMES } from './copy-data.ts'

// Reads a database file of unknown origin: a backup, or the data folder's file when its data moves to
// PostgreSQL. Reads only stored columns of ordinary tables, over a read-only connection. So SQLite
// never evaluates a view, trigger, generated column, check or index expression of the file.
// https://www.sqlite.org/security.html#untrusted_sqlite_database_files

/** Above the largest row that this server writes: an import chunk, see server/listings/import/files/sheet-limits.ts. */
const MAX_ROW_BYTES = 1_000_000
const SQLITE_HEADER_BYTES = 100

const READ_NOTHING_BUT_DATA = [
  'query_only = on',
  'trusted_schema = off',
  'ignore_check_constraints = on', // quick_check would evaluate check constraints
  'cell_size_check = on',
  'mmap_size = 0',
]

export interface UntrustedDatabase {
  db: Kysely<Tables>
  /** The names of the migrations applied to the file. */
  migrations: string[]
  close(): Promise<void>
}

/** @throws SetupError when the file cannot be read or is not a database of this server */
export async function openUntrusted(file: string): Promise<UntrustedDatabase> {
  requireFile(file)
  let db: Kysely<Tables> | undefined
  try {
    const database = new Database(`${pathToFileURL(file).href}?mode=ro`)
    for (const pragma of READ_NOTHING_BUT_DATA) database.exec(`pragma ${pragma}`)
    const opened = new Kysely<Tables>({ dialect: new LibsqlDialect(database) })
    db = opened
    await requireOrdinaryTable(db, 'kysely_migration')
    const { rows } = await sql<{ name: string }>`
      select name from kysely_migration order by name`.execute(db)
    return { db, migrations: rows.map(({ name }) => name), close: () => opened.destroy() }
  } catch (error) {
    await db?.destroy()
    throw noDatabaseOfOurs(file, error)
  }
}

/**
 * Compares the tables with those created by our own migrations, and checks their rows.
 * @throws Error when a table is not an ordinary table with the same columns, is damaged, or
 * contains values that no server wrote
 */
export async function requireSameTables(db: Kysely<Tables>, like: Kysely<Tables>): Promise<void> {
  const made = await like.introspection.getTables()
  for (const name of TABLE_NAMES.filter((table) => made.some((one) => one.name === table))) {
    await requireOrdinaryTable(db, name)
    const columns = await listColumns(db, name)
    if (describe(columns) !== describe(await listColumns(like, name)))
      throw new Error(`the columns of ${name} differ`)
    const { rows } = await sql<{ quick_check: string }>`
      pragma quick_check(${sql.lit(name)})`.execute(db)
    if (rows[0]?.quick_check !== 'ok') throw new Error(`${name} is damaged`)
    await requirePlainRows(db, name, columns)
  }
}

/**
 * Wraps an error caused by the file's content in a SetupError. Returns a SetupError and temporary
 * database trouble unchanged.
 */
export function noDatabaseOfOurs(file: string, cause: unknown): unknown {
  if (cause instanceof SetupError || findDatabaseTrouble(cause)) return cause
  return new SetupError(`${file} is no database of this server, or it is damaged.`, { cause })
}

function requireFile(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found) throw new SetupError(`There is no file ${file}.`)
  // SQLite would treat an empty file as a new database.
  if (!found.isFile() || found.size < SQLITE_HEADER_BYTES)
    throw noDatabaseOfOurs(file, new Error('no file, or too short'))
}

async function requireOrdinaryTable(db: Kysely<Tables>, name: string): Promise<void> {
  const { rows } = await sql<{ type: string; rootpage: number }>`
    select type, rootpage from sqlite_schema where name = ${name} collate nocase`.execute(db)
  const [row] = rows
  // Views and virtual tables have no root page.
  if (rows.length !== 1 || row?.type !== 'table' || !(row.rootpage > 0))
    throw new Error(`${name} is no ordinary table`)
}

interface Column {
  name: string
  type: string
  /** Nonzero for generated columns. */
  hidden: number
}

async function listColumns(db: Kysely<Tables>, table: string): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select name, type, hidden from pragma_table_xinfo(${table}) order by name`.execute(db)
  return rows
}

function describe(columns: readonly Column[]): string {
  return columns.map(({ name, type, hidden }) => `${name} ${type} ${hidden}`.toLowerCase()).join()
}

/** The type of the values in a column of this type (SQLite, column affinity). */
function storedAs(type: string): 'integer' | 'real' | 'text' {
  if (/int/i.test(type)) return 'integer'
  return /doub/i.test(type) ? 'real' : 'text'
}

/** Checks types and sizes, because SQLite columns accept values of any type and size. */
async function requirePlainRows(
  db: Kysely<Tables>,
  table: string,
  columns: readonly Column[],
): Promise<void> {
  const typeOf = ({ name, type }: Column) =>
    sql`typeof(${sql.ref(name)}) not in ('null', ${sql.lit(storedAs(type))})`
  const sizeOf = ({ name }: Column) => sql`coalesce(octet_length(${sql.ref(name)}), 0)`
  const { rows } = await sql`select 1 from ${sql.table(table)}
    where ${sql.join(columns.map(sizeOf), sql` + `)} > ${sql.lit(MAX_ROW_BYTES)}
    or ${sql.join(columns.map(typeOf), sql` or `)} limit 1`.execute(db)
  if (rows.length > 0) throw new Error(`${table} holds a row that no server wrote`)
}
