import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { ServerSettings } from '#server/platform/config/server-settings.ts'
import { hashAuditRow } from '#server/platform/database/audit-chain.ts'
import { openDatabase } from '#server/platform/database/connection/open-database.ts'
import { openPostgres } from '#server/platform/database/connection/open-postgres.ts'
import { migrateAs } from '#server/platform/database/migrate.ts'
import { EARLIER } from '#server/platform/database/migrations/baseline/earlier-migrations.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { idOf } from '#tests/server/market-data.ts'
import { openDatabaseForTest } from '#tests/support/server/server-for-test.ts'
import { isOnPostgres } from '#tests/support/server/test-database.ts'

// Databases as the versions before the baseline left them: its tables, the names of the earlier migrations, some rows.

const AT = '2025-09-17T06:30:00.000Z'

export type LeftSettings = Pick<ServerSettings, 'dataDir' | 'databaseUrl'>

/** The settings of a new, empty database: a file in `dataDir`, or a database on PostgreSQL for the running test. */
export async function leaveNothing(dataDir: string): Promise<LeftSettings> {
  if (!isOnPostgres()) return { dataDir, databaseUrl: null }
  const { db, place } = await openDatabaseForTest()
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  return { dataDir, databaseUrl: place }
}

/** Leaves a database with rows, in which these migrations are marked as applied. */
export async function leaveDatabase(
  dataDir: string,
  applied: readonly string[] = EARLIER,
): Promise<LeftSettings> {
  const left = await leaveNothing(dataDir)
  await onDatabase(left, async (db) => {
    await migrateAs(db, EARLIER)
    await fill(db)
    await sql`delete from kysely_migration`.execute(db)
    for (const name of applied)
      await sql`insert into kysely_migration values (${name}, '2025')`.execute(db)
  })
  return left
}

/** Opens the database without a migration. */
export async function onDatabase<Result>(
  { dataDir, databaseUrl }: LeftSettings,
  work: (db: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  const db = databaseUrl
    ? openPostgres(databaseUrl, null)
    : openDatabase(join(dataDir, 'marketplace.db'))
  return work(db).finally(() => db.destroy())
}

/** The applied migrations, and every row of every other table but those that every start changes. */
export async function readDatabase(left: LeftSettings) {
  return onDatabase(left, async (db) => {
    const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
    const names = tables.map(({ name }) => name).filter((name) => !/_grams|_lock$/.test(name))
    const rows: Record<string, unknown[]> = {}
    for (const name of names) rows[name] = await listRows(db, name)
    const { kysely_migration: applied = [], revisions: _, ...data } = rows
    // The cast is safe: the table has this column.
    return { migrations: (applied as { name: string }[]).map(({ name }) => name), data }
  })
}

/** In the order of their text, because a table has none. */
async function listRows(db: Kysely<Tables>, table: string): Promise<unknown[]> {
  const { rows } = await sql`select * from ${sql.table(table)}`.execute(db)
  const texts = rows.map((row) => JSON.stringify(row)).sort()
  return texts.map((text) => JSON.parse(text))
}

// In SQL, not by the code of today, which writes to the tables of today.
async function fill(db: Kysely<Tables>): Promise<void> {
  const [member, owner, listing] = [idOf(1), idOf(2), idOf(11)]
  const audit = {
    id: 1,
    at: AT,
    actor_id: owner,
    device_label: 'Edge on Windows',
    action: 'status' as const,
    entity: 'listing' as const,
    entity_id: listing,
    from_value: 'pending',
    to_value: 'approved',
    idempotency_key: 'a-key-of-before',
  }
  const hash = hashAuditRow(null, audit)
  const statements = [
    sql`insert into users (id, full_name, email, role, verified, created_at) values
      (${member}, 'Asha Rao', 'asha@example.in', 'user', 1, ${AT}),
      (${owner}, 'Vikram D''Souza', 'vikram@example.in', 'admin', 1, ${AT})`,
    sql`insert into staff (user_id, role) values (${owner}, 'owner')`,
    sql`insert into known_devices (token_hash, user_id, expires_at) values (${'a'.repeat(64)}, ${member}, ${AT})`,
    sql`insert into events (id, owner_id, version, created_at, updated_at, body) values
      (${idOf(31)}, ${member}, 1, ${AT}, ${AT}, '{"title":"Site visit"}')`,
    sql`insert into transactions (id, user_id, plan_type, plan_category, amount_paise, refunded_paise, state,
      razorpay_payment_id, created_at) values
      (${idOf(41)}, ${member}, 'BASIC', 'Boast', 49900, 0, 'captured', 'pay_1', ${AT})`,
    sql`insert into listings (id, owner_id, name, property_type, sale_type, city, pincode, status, version, revision,
      created_at, updated_at) values
      (${listing}, ${member}, 'Flat 17', 'Apartment', 'Sell', 'Pune', '411001', 'approved', 2, 1, ${AT}, ${AT})`,
    sql`insert into listing_words (id, text) values (${listing}, '  flat  17  pune')`,
    sql`insert into receipts (user_id, key, request_hash, entity_id, status, version, expires_at) values
      (${owner}, 'a-key-of-before', 'hash', ${listing}, 200, 2, '2035')`,
    sql`insert into audit_log (id, at, actor_id, device_label, action, entity, entity_id, from_value, to_value,
      idempotency_key, hash) values (${sql.join([...Object.values(audit), hash])})`,
  ]
  for (const statement of statements) await statement.execute(db)
}
