import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { appendAccountAuditEntry } from '#server/audit/audit-service.ts'
import { openDatabase } from '#server/database/connection/open-database.ts'
import { migrateAs } from '#server/database/migrate.ts'
import type { Tables } from '#server/database/schema.ts'
import { seed } from '#server/demo-seeding.ts'
import { idOf, makeListing, makeLoan, makeMarket, makePayment } from '#tests/server/market-data.ts'
import { openDatabaseForTest } from '#tests/support/server/server-for-test.ts'
import { isOnPostgres, type TestDatabase } from '#tests/support/server/test-database.ts'
import { testPans } from '#tests/support/server/test-pans.ts'
import { makeFolderForTest } from '#tests/support/temporary-folder.ts'
import { MIGRATION_NAMES } from './earlier-release.ts'

// Creates a database as the release with migration 018 had it, with rows in every table that refers to accounts.

const HASH = 'a'.repeat(64)
const AT = '2025-09-17T06:30:00.000Z'

/** Opens a database without tables for the running test: on SQLite a file, else a database on PostgreSQL. */
export async function openEmpty(): Promise<Pick<TestDatabase, 'db' | 'place'>> {
  if (!isOnPostgres()) {
    const place = join(makeFolderForTest(), 'test.db')
    const db = openDatabase(place)
    onTestFinished(() => db.destroy())
    return { db, place }
  }
  const database = await openDatabaseForTest()
  await sql`drop schema public cascade`.execute(database.db)
  await sql`create schema public`.execute(database.db)
  return database
}

/** Creates the tables of migration 018 and their rows in an empty database. */
export async function fillAs018(db: Kysely<Tables>): Promise<void> {
  const names = MIGRATION_NAMES.filter((name) => name <= '018-activity')
  await migrateAs(db, names)
  const [listings, transactions, loans] = [[makeListing(2)], [makePayment(3)], [makeLoan(4)]]
  await seed(db, makeMarket({ listings, transactions, loans }), testPans)
  const { id: user_id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const unproven = { mac: 'm', wrong_tries: 0, expires_at: AT }
  const rows = {
    staff: { user_id, role: 'owner', suspended_at: null, last_active_at: AT },
    configured_passwords: { user_id, password_hash: 'hash' },
    known_devices: { token_hash: HASH, user_id, expires_at: AT },
    email_changes: { user_id, id: idOf(7), email: 'b@c.de', ...unproven },
    totp_secrets: { user_id, sealed: 's', confirmed_at: AT, last_step: 1 },
    recovery_codes: { mac: HASH, user_id },
    sign_in_challenges: {
      token_hash: HASH,
      user_id,
      credentials_mac: 'm',
      wrong_tries: 0,
      expires_at: AT,
    },
  }
  for (const [table, row] of Object.entries(rows))
    await db
      .insertInto(table as keyof typeof rows)
      .values(row as never)
      .execute() // safe cast: see `rows`
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
