import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import Database from 'libsql'
import type { ServerSettings } from '#server/config/server-settings.ts'
import { openDatabase } from '#server/database/connection/open-database.ts'
import { openPostgres } from '#server/database/connection/open-postgres.ts'
import { migrateLike } from '#server/database/migrate.ts'
import { openDatabaseForTest } from '#tests/support/server/server-for-test.ts'
import { isOnPostgres } from '#tests/support/server/test-database.ts'

// The fixtures are databases of earlier server versions, created by the code of each version, with answers that this
// version gave. Each is named after the last migration of its version. For tests on PostgreSQL, the tables of that
// version are created there and filled with the same rows.

const FIXTURES = join(import.meta.dirname, 'fixtures')
const MIGRATIONS = join(import.meta.dirname, '../../../server/database/migrations')
const OWN_ROWS = /^insert into (?!kysely_)/

export const RELEASES: readonly string[] = readdirSync(FIXTURES)
  .filter((name) => name.endsWith('.sql'))
  .map((name) => name.replace(/\.sql$/, ''))

/** The names of all migrations of the current version, in order. */
export const MIGRATION_NAMES: readonly string[] = readdirSync(MIGRATIONS)
  .map((name) => name.replace(/\.ts$/, ''))
  .sort()

/** What a version answered to some calls. The current server must give the same answers. */
export interface Answers {
  /** The session token of the operator. */
  token: string
  change: { path: string; key: string; body: object; answer: object }
  properties: object[]
  users: object[]
  loans: object[]
  /** The history of the listing that `change` changed. */
  history: object[]
  /** Missing in versions in which members had no accounts. */
  member?: { token: string; events: object[] }
}

export type LeftSettings = Pick<ServerSettings, 'dataDir' | 'databaseUrl'>

export function readAnswers(release: string): Answers {
  return JSON.parse(readFileSync(join(FIXTURES, `${release}.json`), 'utf8'))
}

/** Creates the database of a release: a file in `dataDir`, or a database on PostgreSQL for the running test. */
export async function leaveDatabase(release: string, dataDir: string): Promise<LeftSettings> {
  const dump = readFileSync(join(FIXTURES, `${release}.sql`), 'utf8')
  const file = join(dataDir, 'marketplace.db')
  const database = new Database(file)
  database.exec(dump)
  database.close()
  if (!isOnPostgres()) return { dataDir, databaseUrl: null }
  const { place } = await openDatabaseForTest()
  await fillPostgres(place, file, dump)
  return { dataDir, databaseUrl: place }
}

/** The names of the applied migrations. */
export async function listMigrations({ dataDir, databaseUrl }: LeftSettings): Promise<string[]> {
  const db = databaseUrl
    ? openPostgres(databaseUrl, null)
    : openDatabase(join(dataDir, 'marketplace.db'))
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(db)
  await db.destroy()
  return rows.map(({ name }) => name)
}

async function fillPostgres(url: string, file: string, dump: string): Promise<void> {
  const like = openDatabase(file)
  const db = openPostgres(url, null)
  // Removes the tables of the current version, with which every test database is created.
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  await migrateLike(db, like)
  await db.deleteFrom('revisions').execute()
  for (const line of dump.split('\n').filter((one) => OWN_ROWS.test(one)))
    await sql.raw(line).execute(db)
  await sql`select setval(pg_get_serial_sequence('audit_log', 'id'), max(id)) from audit_log`.execute(
    db,
  )
  await db.destroy()
  await like.destroy()
}
