import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
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

export interface TestDatabaseOptions {
  /** Flushes each commit to the disk, as a server in production does. By default, commits are left to the operating system. */
  isFlushed?: boolean
  /** Fills the database; absent: only the migrations have run. */
  fill?: (db: Kysely<Tables>) => Promise<unknown>
  /** Two calls of a process with the same key have the same content. Without a key, the content is made anew. */
  key?: string | undefined
}

export async function openTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const cluster = process.env[CLUSTER]
  if (!cluster) return openFile(options)
  const database = await openOnCluster(cluster)
  await options.fill?.(database.db)
  return database
}

/** The content of each SQLite database that was made, by key: a copy takes a tenth of the time. */
const contents = new Map<string, Promise<Uint8Array>>()
const MIGRATED = 'migrated'

async function openFile({
  isFlushed = false,
  fill,
  key,
}: TestDatabaseOptions): Promise<TestDatabase> {
  const known = fill ? key : MIGRATED
  if (known === undefined) {
    const database = await openFile({ isFlushed })
    await fill?.(database.db)
    return database
  }
  const content = contents.get(known) ?? makeContent(fill)
  contents.set(known, content)
  return openCopy(await content, isFlushed)
}

async function makeContent(fill: TestDatabaseOptions['fill']): Promise<Uint8Array> {
  const database = fill ? await openFile({}) : await openCopy(new Uint8Array(), false)
  await (fill ?? migrate)(database.db)
  // libsql leaves the write-ahead log behind.
  await sql`pragma wal_checkpoint(truncate)`.execute(database.db)
  const content = readFileSync(database.place)
  await database.close()
  return content
}

async function openCopy(content: Uint8Array, isFlushed: boolean): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'server-test-'))
  const place = join(folder, 'test.db')
  writeFileSync(place, content)
  const db = openDatabase(place)
  if (!isFlushed) await sql`pragma synchronous = off`.execute(db)
  return {
    db,
    place,
    async close() {
      await db.destroy()
      rmSync(folder, { recursive: true, force: true })
    },
  }
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
