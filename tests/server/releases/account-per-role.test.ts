// @module-tag long
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { SetupError } from '#server/config/setup-error.ts'
import { copyData } from '#server/database/backup/copy-data.ts'
import { openDatabase } from '#server/database/connection/open-database.ts'
import { isMigrated, migrate } from '#server/database/migrate.ts'
import { findRollupGaps } from '#server/database/rollup-check.ts'
import { runProgram } from '#tests/server/server-process.ts'
import { watchStatements } from '#tests/server/statement-list.ts'
import { openDatabaseForTest } from '#tests/support/server/server-for-test.ts'
import { isOnPostgres } from '#tests/support/server/test-database.ts'
import { fillAs018, openEmpty, readRows } from './release-018.ts'

// Tests the migration 019, after which an e-mail address can have one account for each role. On SQLite it rebuilds the
// table of accounts, to which other tables refer with ON DELETE CASCADE.

/** The last statement of the migration. */
const LAST = 'create unique index "known_devices_token"'
/** Only on SQLite: a statement in the middle, after copying the accounts and before rebuilding the referring tables. */
const DROPPED = 'drop table "users"'

/** The tables that refer to accounts. */
const REFERRING = [
  ...['audit_log', 'configured_passwords', 'email_changes', 'known_devices', 'listings', 'loans'],
  ...['member_words', 'recovery_codes', 'sign_in_challenges', 'staff', 'totp_secrets'],
  'transactions',
]

let database: Awaited<ReturnType<typeof openEmpty>>
beforeEach(async () => {
  database = await openEmpty()
  await fillAs018(database.db)
})

/** The names of the indexes and triggers on SQLite; empty on PostgreSQL, where the migration rebuilds no table. */
async function listParts() {
  if (isOnPostgres()) return []
  const { rows } = await sql<{ name: string }>`select name from sqlite_schema
    where type in ('index', 'trigger') and sql is not null order by name`.execute(database.db)
  return rows.map(({ name }) => name)
}

test('the migration keeps every row, index and trigger, and the database enforces foreign keys afterwards', async () => {
  const { db } = database
  const before = await readRows(db)
  // A later migration drops this index.
  const parts = (await listParts()).filter((name) => name !== 'receipts_entity')
  for (const table of REFERRING) expect(before[table]).not.toEqual([])
  await migrate(db)
  expect(await readRows(db)).toMatchObject(before)
  expect(await listParts()).toEqual(expect.arrayContaining(parts))
  expect(await findRollupGaps(db)).toEqual([])

  const account = await db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
  const insert = (change: Partial<typeof account>) =>
    db
      .insertInto('users')
      .values({ ...account, ...change })
      .execute()
  await insert({ id: 'another', role: 'admin' })
  await expect(insert({ id: 'a third' })).rejects.toThrow(/unique/i)
  expect(await findRollupGaps(db)).toEqual([])
  const device = db.insertInto('known_devices')
  const known = { token_hash: 'a'.repeat(64), expires_at: account.created_at }
  await device.values({ ...known, user_id: 'another' }).execute()
  await expect(device.values({ ...known, user_id: 'nobody' }).execute()).rejects.toThrow(/foreign/i)
  await db.deleteFrom('users').where('id', '=', 'another').execute()
  expect(await readRows(db)).toMatchObject({ known_devices: before['known_devices'] })
})

describe('an interrupted migration leaves the database as it was, and can be repeated', () => {
  const statements = isOnPostgres() ? [LAST] : [DROPPED, LAST]

  /** Runs a migration that is interrupted, checks that nothing is changed, and migrates. */
  async function interrupt(run: () => Promise<unknown>) {
    const { db } = database
    const before = await readRows(db)
    await run()
    expect(await isMigrated(db)).toBe(false)
    expect(await readRows(db)).toEqual(before)
    await migrate(db)
    expect(await readRows(db)).toMatchObject(before)
  }

  test.each(statements)('after an error before the statement: %s', async (statement) => {
    const fullDisk = watchStatements((text) => {
      if (text.startsWith(statement)) throw new Error('the disk is full')
    })
    const failing = database.db.withPlugin(fullDisk)
    await interrupt(() => expect(migrate(failing)).rejects.toThrow('full'))
  })

  test.skipIf(isOnPostgres()).each(statements)(
    'after its process was killed before the statement: %s',
    async (statement) => {
      const file = '../tests/server/releases/killed-migration.ts'
      const program = runProgram(file, {}, [database.place, statement])
      await interrupt(() =>
        expect(program.ended).resolves.toMatchObject({ code: null, stderr: '' }),
      )
    },
  )
})

test.skipIf(isOnPostgres())(
  'the migration fails and changes nothing if rows refer to accounts that do not exist',
  async () => {
    const { db } = database
    await sql`pragma foreign_keys = off`.execute(db)
    await db.deleteFrom('users').execute()
    const before = await readRows(db)
    await expect(migrate(db)).rejects.toThrow(SetupError)
    expect(await readRows(db)).toEqual(before)
  },
)

test('copyData copies all devices of two accounts, even if a chunk ends between two rows with the same token', async () => {
  const file = openDatabase(':memory:')
  await migrate(file)
  const [email, at] = ['asha@example.in', '2025-09-17T06:30:00.000Z']
  // Both accounts have the tokens 1 to 300, and only the first account has token 0. So a chunk of the copy ends between
  // the two rows of a token.
  for (const [role, first] of [
    ['user', 0],
    ['admin', 1],
  ] as const) {
    const account = { id: `the ${role}`, role, email, verified: 1, has_short_password: 0 }
    await file
      .insertInto('users')
      .values({ ...account, created_at: at })
      .execute()
    const devices = Array.from({ length: 301 - first }, (_, index) => ({
      token_hash: String(first + index).padStart(64, '0'),
      user_id: account.id,
      expires_at: at,
    }))
    await file.insertInto('known_devices').values(devices).execute()
  }
  const target = await openDatabaseForTest()
  await copyData(file, target.db)
  const { users, known_devices: devices } = await readRows(target.db)
  expect([users?.length, devices?.length]).toEqual([2, 601])
  await file.destroy()
})
