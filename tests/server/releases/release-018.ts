import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { appendAccountAuditEntry } from '#server/audit/audit-service.ts'
import { openDatabase } from '#server/database/connection/open-database.ts'
import { migrateAs } from '#server/database/migrate.ts'
import type { Tables } from '#server/database/schema.ts'
import { seed } from '#server/demo-seeding.ts'
import { idOf, makeListing, makeLoan, makeMarket, makePayment } from '#tests/server/market-data.ts'
import {
  isOnPostgres,
  openTestDatabase,
  type TestDatabase,
} from '#tests/support/server/test-database.ts'
import { testPans } from '#tests/support/server/test-pans.ts'

// Creates a database as the release with migration 018 had it, with rows in every table that refers to accounts.

const MIGRATIONS = join(import.meta.dirname, '../../../server/database/migrations')
const HASH = 'a'.repeat(64)
const AT = '2025-09-17T06:30:00.000Z'

/** Creates a database without tables: on SQLite a file, else a database on the tests' PostgreSQL server. */
export async function openEmpty(): Promise<TestDatabase> {
  if (!isOnPostgres()) return openEmptyFile()
  const database = await openTestDatabase()
  await sql`drop schema public cascade`.execute(database.db)
  await sql`create schema public`.execute(database.db)
  return database
}

function openEmptyFile(): TestDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'release-018-'))
  const place = join(folder, 'test.db')
  const db = openDatabase(place)
  const close = async () => {
    await db.destroy()
    rmSync(folder, { recursive: true })
  }
  return { db, place, close }
}

/** Creates the tables of migration 018 and their rows in an empty database. */
export async function fillAs018(db: Kysely<Tables>): Promise<void> {
  const names = readdirSync(MIGRATIONS).map((name) => name.replace(/\.ts$/, ''))
  await migrateAs(
    db,
    names.sort().filter((name) => name <= '018-activity'),
  )
  const [listings, transactions, loans] = [[makeListing(2)], [makePayment(3)], [makeLoan(4)]]
  await seed(db, makeMarket({ listings, transactions, loans }), testPans)
  const { id: user_id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  await db
    .insertInto('staff')
    .values({ user_id, role: 'owner', suspended_at: null, last_active_at: AT })
    .execute()
  await db.insertInto('configured_passwords').values({ user_id, password_hash: 'hash' }).execute()
  await db
    .insertInto('known_devices')
    .values({ token_hash: HASH, user_id, expires_at: AT })
    .execute()
  await db
    .insertInto('email_changes')
    .values({ user_id, id: idOf(7), email: 'b@c.de', mac: 'm', wrong_tries: 0, expires_at: AT })
    .execute()
  await db
    .insertInto('totp_secrets')
    .values({ user_id, sealed: 's', confirmed_at: AT, last_step: 1 })
    .execute()
  await db.insertInto('recovery_codes').values({ mac: HASH, user_id }).execute()
  await db
    .insertInto('sign_in_challenges')
    .values({ token_hash: HASH, user_id, credentials_mac: 'm', wrong_tries: 0, expires_at: AT })
    .execute()
  const about = { accountId: user_id, deviceLabel: 'A test', now: new Date(AT) }
  await db.transaction().execute((trx) => appendAccountAuditEntry(trx, 'password', about))
}

/** Every row of every table, except the search tables with trigrams and Kysely's own tables. */
export async function readRows(db: Kysely<Tables>): Promise<Record<string, unknown[]>> {
  const tables = (await db.introspection.getTables()).map(({ name }) => name)
  const rows = tables
    .filter((name) => !name.includes('_grams'))
    .sort()
    .map(async (name) => {
      const all = await sql`select * from ${sql.table(name)}`.execute(db)
      // Sorts the rows as text, because a table has no order. Returns them as objects, so that `toMatchObject` ignores
      // columns that later migrations add.
      const texts = all.rows.map((row) => JSON.stringify(row)).sort()
      return [name, texts.map((text) => JSON.parse(text))] as const
    })
  return Object.fromEntries(await Promise.all(rows))
}
