import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkAuditChain } from '#server/audit/audit-check-service.ts'
import { findKey } from '#server/config/pan-key.ts'
import { backUp } from '#server/database/backup/backup.ts'
import { openDataFolder } from '#server/database/connection/open-database.ts'
import type { Tables } from '#server/database/schema.ts'
import { restoreBackup } from '#server/operations/restore-service.ts'
import { call } from '#tests/server/api-call.ts'
import { appendAuditEntries, makeAuditEntry } from '#tests/server/audit/audit-calls.ts'
import { makeListing, makeMarket } from '#tests/server/market-data.ts'
import { startTestServer } from '#tests/support/server/server-fixture.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/server/test-database.ts'
import { TEST_PAN_KEY } from '#tests/support/server/test-pans.ts'

// Restores backups of PostgreSQL into the embedded database, and of the embedded database into PostgreSQL.

const NOW = new Date('2025-09-18T00:00:00.000Z')

let folder: string
let databases: { close(): Promise<void> }[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backup-'))
  databases = []
})
afterEach(async () => {
  for (const database of databases) await database.close()
  rmSync(folder, { recursive: true, force: true })
})

async function openShared(): Promise<TestDatabase> {
  const database = await openTestDatabase()
  databases.push(database)
  return database
}

async function openFolder(name: string) {
  const opened = await openDataFolder(join(folder, name))
  databases.push(opened)
  return opened
}

/** Restores a backup, which revokes its sessions. */
function restore(file: string, db: Kysely<Tables>) {
  return restoreBackup(file, { db, dataDir: folder, panKey: findKey(TEST_PAN_KEY) }, NOW)
}

/** Inserts `count` rows into `attempts`, whose primary key has one column, and into `receipts`, whose key has two. */
async function fillTables(db: Kysely<Tables>, count: number): Promise<void> {
  const [owner] = await db.selectFrom('users').select('id').limit(1).execute()
  const names = Array.from({ length: count }, (_, index) => `${index % 7}-${index}`)
  const attempt = {
    kind: 'sign-in',
    subject: 's'.repeat(64),
    address: null,
    at: '2025-01-01',
  } as const
  await db
    .insertInto('attempts')
    .values(names.map((id) => ({ ...attempt, id })))
    .execute()
  const record = { request_hash: 'h', entity_id: 'e', status: 200, body: '{}', etag: null }
  const user_id = owner?.id ?? ''
  await db
    .insertInto('receipts')
    .values(names.map((key) => ({ ...record, user_id, key, expires_at: '2030-01-01' })))
    .execute()
}

/** Every row of every table. Omits the column `is_run_new`, which each start of a server sets. */
async function readEverything(db: Kysely<Tables>): Promise<string[]> {
  const tables = await db.introspection.getTables()
  // Omits the search tables with trigrams: only the embedded database has them, and builds them from other tables.
  const kept = tables.filter(({ name }) => !/_grams/.test(name))
  const all = kept.map(async ({ name }) => {
    const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(db)
    return rows.map((row) => `${name} ${JSON.stringify(Object.entries(row).sort())}`)
  })
  return (await Promise.all(all))
    .flat()
    .sort()
    .map((row) => row.replace(/"is_run_new",[01]/, ''))
}

test('a database stays complete when it is restored from PostgreSQL into the embedded database and back', async () => {
  const server = await startTestServer({ seed: 'demo' })
  const token = await server.signIn()
  const { json } = await call(server, 'GET', '/api/admin/properties?limit=2', { token })
  const [first, second] = json['data'] as unknown as { _id: string }[] // safe cast: the contract has these fields
  const keyed = { token, headers: { 'Idempotency-Key': 'a-key-that-is-kept-too' } }
  await call(server, 'PATCH', `/api/admin/properties/${first?._id}/status`, {
    ...keyed,
    body: { status: 'approved' },
  })
  await call(server, 'DELETE', `/api/admin/property/${second?._id}`, { token })
  await fillTables(server.db, 1_203)
  const left = await readEverything(server.db)
  expect(left.length).toBeGreaterThan(2_400)
  // Everything is equal except the sessions: a restore revokes them, because their tokens may have been stolen.
  const revoked = `["revoked_at","${NOW.toISOString()}"]`
  const whole = left.map((row) => row.replace('["revoked_at",null]', revoked))
  expect(whole).not.toEqual(left)

  await backUp(server.db, join(folder, 'one.backup'))
  await server.close()
  expect(statSync(join(folder, 'one.backup')).mode & 0o777).toBe(0o600)
  const embedded = await openFolder('data')
  await restore(join(folder, 'one.backup'), embedded.db)
  expect(await readEverything(embedded.db)).toEqual(whole)

  await backUp(embedded.db, join(folder, 'two.backup'))
  const shared = await openShared()
  await restore(join(folder, 'two.backup'), shared.db)
  expect(await readEverything(shared.db)).toEqual(whole)
  // The restored audit log accepts a further entry.
  const [owner] = await shared.db.selectFrom('users').select('id').limit(1).execute()
  await appendAuditEntries(shared.db, [makeAuditEntry(1, owner?.id ?? '')])
  expect(await checkAuditChain(shared.db)).toMatchObject({ kind: 'whole', rows: 3 })
})

test('a backup has the state of one moment, whatever is written meanwhile', async () => {
  const listings = Array.from({ length: 30 }, (_, index) => makeListing(index + 1))
  const server = await startTestServer({ seed: makeMarket({ listings }) })
  const token = await server.signIn()
  const decide = (index: number) =>
    call(server, 'PATCH', `/api/admin/properties/${makeListing(index).id}/status`, {
      token,
      body: { status: 'approved' },
    })
  let decided = 0
  const file = join(folder, 'moment.backup')
  let isDone = false
  const backing = backUp(server.db, file).finally(() => {
    isDone = true
  })
  while (!isDone && decided < listings.length) {
    decided += 1
    await decide(decided)
  }
  await backing
  await server.close()
  const { db } = await openFolder('data')
  await restore(file, db)
  const approved = await db
    .selectFrom('listings')
    .select('id')
    .where('status', '=', 'approved')
    .execute()
  const { revision } = await db
    .selectFrom('listings')
    .select((eb) => eb.fn.max<number>('revision').as('revision'))
    .executeTakeFirstOrThrow()
  const log = await db.selectFrom('audit_log').select('entity_id').execute()
  const { value } = await db.selectFrom('revisions').selectAll().executeTakeFirstOrThrow()
  // The listings, the audit log and the revision counter are of the same moment.
  expect(log.map(({ entity_id: id }) => id).sort()).toEqual(approved.map(({ id }) => id).sort())
  expect(Number(revision)).toBeLessThanOrEqual(value)
  expect(decided).toBeGreaterThan(0)
})

test('a file that is not a backup is refused, and an existing file is not overwritten', async () => {
  const file = join(folder, 'words.backup')
  writeFileSync(file, 'these are words and no database '.repeat(400))
  const shared = await openShared()
  await expect(restore(file, shared.db)).rejects.toThrow(`${file} is no database of this server`)
  await expect(restore(join(folder, 'nothing'), shared.db)).rejects.toThrow('There is no file')
  await expect(backUp(shared.db, file)).rejects.toThrow('is there already')
})
