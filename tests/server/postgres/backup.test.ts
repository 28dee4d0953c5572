import { statSync, writeFileSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { restoreBackup } from '#server/operations/restore-service.ts'
import { checkAuditChain } from '#server/platform/audit/audit-check-service.ts'
import { parsePanKey } from '#server/platform/config/pan-key.ts'
import { backUp } from '#server/platform/database/backup/backup.ts'
import { openDataFolder } from '#server/platform/database/connection/open-database.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { idsOf, makeListingCalls } from '#tests/server/listings/list/listing-calls.ts'
import { makeListing, makeMarket } from '#tests/server/market-data.ts'
import { appendAuditEntries, makeAuditEntry } from '#tests/server/platform/audit/audit-calls.ts'
import { openDatabaseForTest, startServerForTest } from '#tests/support/server/server-for-test.ts'
import { TEST_PAN_KEY } from '#tests/support/server/test-pans.ts'
import { folderForEachTest } from '#tests/support/temporary-folder.ts'

// Restores backups of PostgreSQL into the embedded database, and of the embedded database into PostgreSQL.

const NOW = new Date('2025-09-18T00:00:00.000Z')

const folder = folderForEachTest()

async function openFolder(name: string) {
  const opened = await openDataFolder(folder.at(name))
  onTestFinished(opened.close)
  return opened
}

/** Restores a backup, which revokes its sessions. */
function restore(file: string, db: Kysely<Tables>) {
  return restoreBackup(file, { db, dataDir: folder.path, panKey: parsePanKey(TEST_PAN_KEY) }, NOW)
}

/** Inserts `count` rows into `attempts`, whose primary key has one column, and into `receipts`, whose key has two. */
async function fillTables(db: Kysely<Tables>, count: number): Promise<void> {
  const [owner] = await db.selectFrom('users').select('id').limit(1).execute()
  const names = Array.from({ length: count }, (_, index) => `${index % 7}-${index}`)
  const attempt = { kind: 'sign-in', subject: 's'.repeat(64), at: '2025-01-01' } as const
  const attempts = names.map((id) => ({ ...attempt, id }))
  await db.insertInto('attempts').values(attempts).execute()
  const answer = { request_hash: 'h', entity_id: 'e', status: 200 }
  const record = { ...answer, user_id: owner?.id ?? '', expires_at: '2030-01-01' }
  const records = names.map((key) => ({ ...record, key }))
  await db.insertInto('receipts').values(records).execute()
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

/** Without the note of the restore itself, which an owner sees until they have checked it. */
const withoutRestores = (rows: readonly string[]) =>
  rows.filter((row) => !row.startsWith('restores '))

test('a database stays complete when it is restored from PostgreSQL into the embedded database and back', async () => {
  const server = await startServerForTest({ seed: 'demo' })
  const operator = makeListingCalls(server, await server.signIn())
  const [first, second] = idsOf((await operator.read('?limit=2')).json)
  await operator.setStatus(first ?? '', 'approved', { 'Idempotency-Key': 'a-key-that-is-kept-too' })
  await operator.remove(second ?? '')
  await fillTables(server.db, 1_203)
  const left = await readEverything(server.db)
  expect(left.length).toBeGreaterThan(2_400)
  // Everything is equal except the sessions: a restore revokes them, because their tokens may have been stolen.
  const revoked = `["revoked_at","${NOW.toISOString()}"]`
  const whole = left.map((row) => row.replace('["revoked_at",null]', revoked))
  expect(whole).not.toEqual(left)

  await backUp(server.db, folder.at('one.backup'))
  expect(statSync(folder.at('one.backup')).mode & 0o777).toBe(0o600)
  const embedded = await openFolder('data')
  await restore(folder.at('one.backup'), embedded.db)
  expect(withoutRestores(await readEverything(embedded.db))).toEqual(whole)

  await backUp(embedded.db, folder.at('two.backup'))
  const shared = await openDatabaseForTest()
  await restore(folder.at('two.backup'), shared.db)
  expect(withoutRestores(await readEverything(shared.db))).toEqual(whole)
  // The restored audit log accepts a further entry.
  const [owner] = await shared.db.selectFrom('users').select('id').limit(1).execute()
  await appendAuditEntries(shared.db, [makeAuditEntry(1, owner?.id ?? '')])
  expect(await checkAuditChain(shared.db)).toMatchObject({ kind: 'whole', rows: 3 })
})

test('a backup has the state of one moment, whatever is written meanwhile', async () => {
  const listings = Array.from({ length: 30 }, (_, index) => makeListing(index + 1))
  const server = await startServerForTest({ seed: makeMarket({ listings }) })
  const operator = makeListingCalls(server, await server.signIn())
  let decided = 0
  const file = folder.at('moment.backup')
  let isDone = false
  const backing = backUp(server.db, file).finally(() => {
    isDone = true
  })
  while (!isDone && decided < listings.length) {
    decided += 1
    await operator.setStatus(makeListing(decided).id, 'approved')
  }
  await backing
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
  const file = folder.at('words.backup')
  writeFileSync(file, 'these are words and no database '.repeat(400))
  const shared = await openDatabaseForTest()
  await expect(restore(file, shared.db)).rejects.toThrow(`${file} is no database of this server`)
  await expect(restore(folder.at('nothing'), shared.db)).rejects.toThrow('There is no file')
  await expect(backUp(shared.db, file)).rejects.toThrow('is there already')
})
