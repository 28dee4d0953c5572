// @module-tag long
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import Database from 'libsql'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { moveDatabase, restoreBackup } from '#server/operations/restore-service.ts'
import { checkAuditChain } from '#server/platform/audit/audit-check-service.ts'
import { parsePanKey } from '#server/platform/config/pan-key.ts'
import { SetupError } from '#server/platform/config/setup-error.ts'
import { backUp } from '#server/platform/database/backup/backup.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { idOf, makeListing, makeLoan, makeMarket } from '#tests/server/market-data.ts'
import { appendAuditEntries, makeAuditEntry } from '#tests/server/platform/audit/audit-calls.ts'
import { startTestServer } from '#tests/support/server/server-fixture.ts'
import { openDatabaseForTest } from '#tests/support/server/server-for-test.ts'
import {
  isOnPostgres,
  openTestDatabase,
  type TestDatabase,
} from '#tests/support/server/test-database.ts'
import { TEST_PAN_KEY } from '#tests/support/server/test-pans.ts'

// Restores manipulated backup files, and moves the data of manipulated database files into another database.

const GIGABYTE = 2 ** 30
const PAGE_BYTES = 4_096
const NOT_OURS = 'is no database of this server, or it is damaged.'

let folder: string
let backup: string
let lastHash: string
let file: string
/** The target database of refused restores and moves, so it must stay empty. */
let empty: TestDatabase

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hostile-'))
  backup = join(folder, 'good.backup')
  const seed = makeMarket({ listings: [makeListing(1), makeListing(2)], loans: [makeLoan(1)] })
  const server = await startTestServer({ seed })
  await server.signIn()
  await appendAuditEntries(server.db, [makeAuditEntry(1, idOf(1)), makeAuditEntry(2, idOf(1))])
  const check = await checkAuditChain(server.db)
  empty = await openTestDatabase()
  lastHash = (check.kind === 'whole' && check.lastHash) || ''
  await backUp(server.db, backup)
  await server.close()
})
afterAll(async () => {
  await empty.close()
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  file = join(folder, 'hostile.backup')
  copyFileSync(backup, file)
})

function change(...statements: string[]): void {
  const database = new Database(file)
  database.exec('pragma foreign_keys = off; pragma writable_schema = on')
  for (const statement of statements) database.exec(statement)
  database.close()
}

const place = (db: Kysely<Tables>) => ({ db, dataDir: folder, panKey: parsePanKey(TEST_PAN_KEY) })
const restore = (db: Kysely<Tables>) => restoreBackup(file, place(db))
const move = (db: Kysely<Tables>) => moveDatabase(file, place(db))

async function expectRefusal(sentence: string): Promise<void> {
  const failure = await restore(empty.db).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(SetupError)
  expect(String(failure)).toContain(sentence)
  await expectNothingChanged()
}

async function expectNothingChanged(): Promise<void> {
  expect(await empty.db.selectFrom('users').select('id').execute()).toEqual([])
  expect(existsSync(join(folder, 'restoring'))).toBe(false)
}

/** The names of a database's tables, views and triggers. */
async function readSchema({ db }: TestDatabase): Promise<string> {
  const tables = await db.introspection.getTables()
  const triggers = isOnPostgres()
    ? sql`select tgname as name from pg_trigger`
    : sql`select name from sqlite_schema where type = 'trigger'`
  return JSON.stringify([tables.map(({ name }) => name), await triggers.execute(db)])
}

test('a restore of a valid backup revokes the sessions in it, and reports the last hash of its audit log', async () => {
  const target = await openDatabaseForTest()
  const { audit, tables } = await restore(target.db)
  expect(audit).toMatchObject({ rows: 2, lastHash })
  expect(tables).toContainEqual({ table: 'listings', rows: 2 })
  const sessions = await target.db.selectFrom('sessions').select('revoked_at').execute()
  expect(sessions).toEqual([{ revoked_at: expect.any(String) }])
  expect(existsSync(join(folder, 'restoring'))).toBe(false)
})

const EVIL = `update users set role = 'admin', full_name = 'evil'`
const EVIL_TRIGGERS = ['insert', 'update', 'delete'].flatMap((verb) =>
  ['users', 'sessions', 'revisions', 'kysely_migration', 'loans', 'audit_log'].map(
    (table) => `create trigger evil_${verb}_${table} after ${verb} on ${table} begin ${EVIL}; end`,
  ),
)

test.each([
  ['restore', restore],
  ['move', move],
])(
  'a %s of a file with added triggers, views and tables runs none of the triggers and copies none of the additions',
  async (_, run) => {
    const target = await openDatabaseForTest()
    change(
      'create table evil_rows (x text)',
      'create view evil_view as select * from users',
      ...EVIL_TRIGGERS,
    )
    await run(target.db)
    expect(await readSchema(target)).not.toContain('evil')
    const names = await target.db.selectFrom('users').select('full_name').execute()
    expect(JSON.stringify(names)).not.toContain('evil')
  },
)

test('a move refuses a database file that has a view in place of a table', async () => {
  change('alter table loans rename to l', 'create view loans as select * from l')
  await expect(move(empty.db)).rejects.toThrow(NOT_OURS)
  await expectNothingChanged()
})

describe('a restore refuses a file with', () => {
  test.each([
    [
      'a view in the place of a table',
      'alter table loans rename to l',
      'create view loans as select * from l',
    ],
    [
      'a virtual table',
      'drop table ended_epochs',
      'create virtual table ended_epochs using fts5(epoch, last_value)',
    ],
    [
      'a computed column',
      'alter table loans drop column income_paise',
      'alter table loans add column income_paise bigint as (length(zeroblob(9e8)))',
    ],
    ['an additional column', 'alter table loans add column more text'],
    ['no list of migrations', 'drop table kysely_migration'],
    [
      'a view for the list of migrations',
      'alter table kysely_migration rename to m',
      'create view kysely_migration as select * from m',
    ],
    ['bytes in a text', `update users set full_name = x'ff00'`],
    ['text in a number', `update listings set version = 'one'`],
    ['a text of many megabytes', 'update users set full_name = hex(zeroblob(4000000))'],
    [
      'a value that violates a check constraint',
      'pragma ignore_check_constraints = on',
      `update listings set status = 'sold'`,
    ],
    ['a row without an owner', `update listings set owner_id = 'nobody'`],
    ['no revision', 'delete from revisions'],
  ])('%s', async (_, ...statements) => {
    change(...statements)
    await expectRefusal(NOT_OURS)
  })

  test.each([
    ['its end cut off', () => truncateSync(file, 40_960)],
    ['nothing in it', () => truncateSync(file, 0)],
    ['plain text', () => writeFileSync(file, 'these are words and no database '.repeat(400))],
    [
      'eight gigabytes of zeros',
      () => {
        writeFileSync(file, 'SQLite format 3\0')
        truncateSync(file, 8 * GIGABYTE)
      },
    ],
    [
      'rubbish in its middle, after four pages with its header and schema',
      () => {
        truncateSync(file, 4 * PAGE_BYTES)
        appendFileSync(file, Buffer.alloc(200 * PAGE_BYTES, 0xa5))
      },
    ],
  ])('%s', async (_, spoil) => {
    spoil()
    await expectRefusal(NOT_OURS)
  })

  test.each([
    [
      'a migration of a later version',
      'was written by a newer version',
      `insert into kysely_migration values ('999-later', '2030')`,
    ],
    [
      'an operator account without a role in the team',
      'an operator account without a role',
      `update users set role = 'admin'`,
    ],
    [
      'a changed row of the audit log',
      'not whole',
      `drop trigger audit_log_no_update; update audit_log set to_value = 'rejected' where id = 1`,
    ],
    [
      'a missing row of the audit log',
      'not whole',
      'drop trigger audit_log_no_delete; delete from audit_log where id = 1',
    ],
  ])('%s', async (_, sentence, statement) => {
    change(statement)
    await expectRefusal(sentence)
  })
})
