import { type Kysely, Migrator, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkAuditChain } from '#server/audit/audit-check-service.ts'
import { openDatabase } from '#server/database/connection/open-database.ts'
import { openPostgres, SERVING } from '#server/database/connection/open-postgres.ts'
import { migrate } from '#server/database/migrate.ts'
import * as firstTables from '#server/database/migrations/001-first-tables.ts'
import * as endUsers from '#server/database/migrations/002-end-users.ts'
import * as listingDeltas from '#server/database/migrations/003-listing-deltas.ts'
import type { Tables } from '#server/database/schema.ts'
import { idOf } from '#tests/server/market-data.ts'
import {
  isOnPostgres,
  openTestDatabase,
  type TestDatabase,
} from '#tests/support/server/test-database.ts'
import { appendAuditEntries, makeAuditEntry } from './audit-calls.ts'

// The migration of an audit log that an earlier version wrote without a hash chain.

const ROWS = 1_203 // more than one batch of the migration

let beside: TestDatabase
let db: Kysely<Tables>

beforeEach(async () => {
  beside = await openTestDatabase({ inMemory: true })
  db = await openEmpty()
  const provider = {
    getMigrations: async () => ({
      '001-first-tables': firstTables,
      '002-end-users': endUsers,
      '003-listing-deltas': listingDeltas,
    }),
  }
  const { error } = await new Migrator({ db, provider }).migrateToLatest()
  if (error) throw error
  await sql`insert into users (id, email, role, verified, created_at)
    values (${idOf(1)}, 'operator@example.in', 'admin', 1, '2025-01-01')`.execute(db)
})
afterEach(async () => {
  await db.destroy()
  await beside.close()
})

async function openEmpty(): Promise<Kysely<Tables>> {
  if (!isOnPostgres()) return openDatabase(':memory:')
  const url = new URL(beside.place)
  url.pathname = `${url.pathname.slice(1)}_old`
  await sql`create database ${sql.id(url.pathname.slice(1))} template template0`.execute(beside.db)
  return openPostgres(url.href, SERVING)
}

/** Writes rows with a gap in their ids, as a rolled back transaction leaves on PostgreSQL. */
async function writeOldRows(): Promise<void> {
  for (let start = 0; start < ROWS; start += 400) {
    const numbers = Array.from({ length: Math.min(400, ROWS - start) }, (_, index) => start + index)
    const values = numbers.map((number) => {
      const id = number < 700 ? number + 1 : number + 5
      const key = number % 3 === 0 ? null : `key-of-the-old-row-${number}`
      return sql`(${id}, ${`2025-05-01T00:00:00.${number}Z`}, ${idOf(1)}, 'Edge on Windows', 'status', 'listing',
        ${idOf(number % 50)}, ${number % 7 === 0 ? null : 'pending'}, 'approved', ${key})`
    })
    await sql`insert into audit_log (id, at, actor_id, device_label, action, entity, entity_id,
      from_value, to_value, idempotency_key) values ${sql.join(values)}`.execute(db)
  }
}

const readOld = async () => {
  const { rows } =
    await sql<object>`select id, at, actor_id, device_label, action, entity, entity_id,
    from_value, to_value, idempotency_key from audit_log order by id`.execute(db)
  return rows
}

test('the migration chains every row unchanged, and the log is append-only', async () => {
  await writeOldRows()
  const before = await readOld()
  await migrate(db)
  expect(await readOld()).toEqual(before)
  expect(await checkAuditChain(db)).toMatchObject({ kind: 'whole', rows: ROWS })

  await appendAuditEntries(db, [makeAuditEntry(1, idOf(1))])
  expect(await checkAuditChain(db)).toMatchObject({ kind: 'whole', rows: ROWS + 1 })
  const statements = [sql`update audit_log set to_value = 'rejected'`, sql`delete from audit_log`]
  if (isOnPostgres()) statements.push(sql`truncate audit_log`)
  for (const statement of statements)
    await expect(statement.execute(db)).rejects.toThrow('append only')
  const forged = { ...makeAuditEntry(2, idOf(1)), id: ROWS + 100, hash: 'none' }
  await expect(db.insertInto('audit_log').values(forged).execute()).rejects.toThrow(/check/i)
})

test('the chain of an empty log starts with the first audit entry', async () => {
  await migrate(db)
  expect(await checkAuditChain(db)).toEqual({ kind: 'whole', rows: 0, lastHash: null })
  await appendAuditEntries(db, [makeAuditEntry(1, idOf(1))])
  expect(await checkAuditChain(db)).toMatchObject({ kind: 'whole', rows: 1 })
})
