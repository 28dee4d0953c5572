import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Migrator, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase, openDataFolder } from '#server/database/connection/open-database.ts'
import * as firstTables from '#server/database/migrations/001-first-tables.ts'
import { findRollupGaps } from '#server/database/rollup-check.ts'
import { countAllListings } from '#server/database/rollup-repository.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'migrate-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/**
 * A data folder of the first server version, with a member, a listing and an idempotency record.
 */
async function makeFirstVersion(): Promise<void> {
  const db = openDatabase(join(folder, 'marketplace.db'))
  const provider = { getMigrations: async () => ({ '001-first-tables': firstTables }) }
  const { error } = await new Migrator({ db, provider }).migrateToLatest()
  if (error) throw error
  const at = '2025-09-01T00:00:00.000Z'
  await sql`insert into users (id, email, role, verified, created_at)
    values ('a', 'asha@example.in', 'user', 1, ${at})`.execute(db)
  await sql`insert into listings (id, owner_id, property_type, sale_type, city, pincode, version, revision, created_at, updated_at)
    values ('l', 'a', 'Plot', 'Sell', 'Pune', '411001', 3, 7, ${at}, ${at})`.execute(db)
  await sql`insert into receipts (user_id, key, request_hash, entity_id, status, body, expires_at)
    values ('a', 'k', 'h', 'l', 200, '{"success":true}', ${at})`.execute(db)
  await db.destroy()
}

test('opens a database of the first version with all its data', async () => {
  await makeFirstVersion()
  const { db, close } = await openDataFolder(folder)
  expect(await db.selectFrom('users').selectAll().execute()).toMatchObject([
    { id: 'a', email: 'asha@example.in', verified: 1, adult_stated_at: null, consent_policy: null },
  ])
  expect(await db.selectFrom('listings').selectAll().execute()).toMatchObject([
    { id: 'l', owner_id: 'a', version: 3 },
  ])
  expect(await db.selectFrom('receipts').selectAll().execute()).toMatchObject([{ key: 'k' }])
  expect(await db.selectFrom('events').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('listing_words').select(['id', 'text']).execute()).toEqual([
    { id: 'l', text: '  pune  411001' },
  ])
  expect(await findRollupGaps(db)).toEqual([])
  expect(await countAllListings(db)).toBe(1)
  expect(await db.selectFrom('codes').selectAll().execute()).toEqual([])
  await close()
})

test('opens it again afterwards, and the first version would refuse it', async () => {
  await makeFirstVersion()
  await (await openDataFolder(folder)).close()
  const { db, close } = await openDataFolder(folder)
  const { rows } = await sql<{
    name: string
  }>`select name from kysely_migration order by name`.execute(db)
  expect(rows.map(({ name }) => name)).toEqual([
    '001-first-tables',
    '002-end-users',
    '003-listing-deltas',
    '004-audit-chain',
    '005-encrypted-pan',
    '006-search',
    '007-rollups',
    '008-provisional-registrations',
    '009-known-devices',
    '010-webp-portraits',
    '011-configured-passwords',
    '012-jobs',
    '013-replaced-sessions',
    '014-staff',
  ])
  await close()
})

test('a registration has one newest code at a time, and a code needs a registration', async () => {
  const { db, close } = await openDataFolder(folder)
  const ends = { created_at: 'x', expires_at: 'x' }
  const registration = { id: 'r', email: 'e', password_hash: 'h', ...ends }
  await db.insertInto('registrations').values(registration).execute()
  const row = { registration_id: 'r', mac: 'm', wrong_tries: 0, mail_failed: 0, ...ends }
  const insert = (id: string, supersededAt: string | null) =>
    db
      .insertInto('codes')
      .values({ ...row, id, superseded_at: supersededAt })
      .execute()
  await insert('1', 'x')
  await insert('2', 'x')
  await insert('3', null)
  await expect(insert('4', null)).rejects.toThrow('UNIQUE')
  const stray = { ...row, id: '5', superseded_at: null, registration_id: 'nobody' }
  await expect(db.insertInto('codes').values(stray).execute()).rejects.toThrow('FOREIGN KEY')
  await close()
})
