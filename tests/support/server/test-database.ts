import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { FILLED_BY_MIGRATIONS } from '#server/platform/database/backup/copy-data.ts'
import { openDatabase } from '#server/platform/database/connection/open-database.ts'
import { openPostgres, SERVING } from '#server/platform/database/connection/open-postgres.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import type { Tables } from '#server/platform/database/schema.ts'

// Each test has its own database: a SQLite file or, in the Vitest project 'postgres', which runs the
// same tests, a database on a PostgreSQL cluster.

export interface TestDatabase {
  db: Kysely<Tables>
  /** File path or connection URL, for another process to open the database. */
  place: string
  close(): Promise<void>
}

/** Environment variable with the URL of the PostgreSQL cluster; unset when tests run on SQLite. */
const CLUSTER = 'TEST_POSTGRES'
/** The migrated database from which each test's database is created. */
const TEMPLATE = 'migrated'

export const isOnPostgres = (): boolean => process.env[CLUSTER] !== undefined

export function runOnCluster(url: string): void {
  process.env[CLUSTER] = url
}

/** Creates the migrated database on a new cluster. */
export async function makeTemplate(create: (name: string) => Promise<string>): Promise<void> {
  const db = openPostgres(await create(TEMPLATE), null)
  await migrate(db)
  await db.destroy()
}

export function openTestDatabase({ inMemory = false } = {}): Promise<TestDatabase> {
  const cluster = process.env[CLUSTER]
  return cluster ? openOnCluster(cluster) : openFile(inMemory)
}

async function openFile(inMemory: boolean): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'server-test-'))
  const place = inMemory ? ':memory:' : join(folder, 'test.db')
  const db = openDatabase(place)
  made ??= readMigrated()
  const statements = await made
  await db.transaction().execute(async (trx) => {
    for (const statement of statements) await statement.execute(trx)
  })
  return {
    db,
    place,
    async close() {
      await db.destroy()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Statements that create the migrated schema in a tenth of the time that the migrations take. */
let made: Promise<RawBuilder<unknown>[]> | undefined

async function readMigrated(): Promise<RawBuilder<unknown>[]> {
  const db = openDatabase(':memory:')
  await migrate(db)
  // Omits the tables that a virtual table creates itself, and SQLite's own indexes.
  const schema = await sql<{ text: string }>`select sql as text from sqlite_schema
    where sql is not null and name not like 'sqlite_%' and name not glob '*_grams_*'
    order by rowid`.execute(db)
  const names = ['kysely_migration', 'kysely_migration_lock', ...FILLED_BY_MIGRATIONS]
  const inserts = names.map(async (table) => {
    const { rows } = await sql<object>`select * from ${sql.table(table)}`.execute(db)
    const values = rows.map((row) => sql`(${sql.join(Object.values(row))})`)
    const columns = Object.keys(rows[0] ?? {}).map((name) => sql.ref(name))
    return sql`insert into ${sql.table(table)} (${sql.join(columns)}) values ${sql.join(values)}`
  })
  const all = [...schema.rows.map(({ text }) => sql.raw(text)), ...(await Promise.all(inserts))]
  await db.destroy()
  return all
}

async function openOnCluster(cluster: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await onCluster(cluster, `create database ${name} template ${TEMPLATE} strategy file_copy`)
  const url = new URL(cluster)
  url.pathname = name
  const db = openPostgres(url.href, SERVING)
  return {
    db,
    place: url.href,
    async close() {
      await db.destroy()
      await onCluster(cluster, `drop database ${name} with (force)`)
    },
  }
}

async function onCluster(cluster: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: cluster })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
