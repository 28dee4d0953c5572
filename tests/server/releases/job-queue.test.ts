import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { backUp } from '#server/database/backup/backup.ts'
import { migrate, migrateAs } from '#server/database/migrate.ts'
import type { Tables } from '#server/database/schema.ts'
import { seed } from '#server/demo-seeding.ts'
import { moveDatabase } from '#server/operations/restore-service.ts'
import { NEVER_SUBMITTED } from '#server/posting/posting-content.ts'
import { idOf, makeMarket, makeUser } from '#tests/server/market-data.ts'
import { openDatabaseForTest } from '#tests/support/server/server-for-test.ts'
import { TEST_PAN_KEY, testPans } from '#tests/support/server/test-pans.ts'
import { makeFolderForTest } from '#tests/support/temporary-folder.ts'
import { MIGRATION_NAMES } from './earlier-release.ts'
import { openEmpty } from './release-018.ts'

const AT = '2025-09-17T06:00:00.000Z'
const DUE = '2025-09-17T07:00:00.000Z'
const BEFORE = MIGRATION_NAMES.filter((name) => name < '038')
const fileId = (letter: string) => letter.repeat(32)

let db: Kysely<Tables>
let user: string

/** A database of the version before, with work of every kind that waits, and work that was given up. */
beforeEach(async () => {
  ;({ db } = await openEmpty())
  await migrateAs(db, BEFORE)
  await seed(db, makeMarket({ users: [makeUser()] }), testPans)
  const found = db.selectFrom('users').select('id').where('role', '=', 'user')
  user = (await found.executeTakeFirstOrThrow()).id
  const inserts: Record<string, object[]> = {
    webhooks: [
      {
        id: idOf(20),
        address: 'https://hooks.example/',
        events: 'listing.decided',
        secret_sealed: 's',
        state: 'active',
        failures: 1,
        created_by: user,
        created_at: AT,
      },
    ],
    webhook_deliveries: [
      { ...delivery(21), attempts: 0 },
      { ...delivery(22), attempts: 3, last_status: 503, leased_until: DUE },
      { ...delivery(23), attempts: 1, last_status: 200, done_at: AT },
      { ...delivery(24), attempts: 9, dead_at: AT },
    ],
    messages: [
      { ...message(30), user_id: user },
      { ...message(31), grievance_id: idOf(40) },
    ],
    message_jobs: [
      { ...job(32, 30), channel: 'mail', attempts: 2 },
      { ...job(33, 30), channel: 'push', subscription_id: fileId('d'), attempts: 0 },
      { ...job(34, 31), channel: 'mail', attempts: 0, dead_at: AT },
    ],
    media_removals: [
      { id: fileId('a'), queued_at: AT, attempts: 2, due_at: DUE },
      { id: fileId('b'), queued_at: AT, attempts: 0, due_at: '' },
    ],
    import_media: (['waiting', 'fetched', 'failed'] as const).map((state, position) => ({
      id: fileId(String(position)),
      listing_id: idOf(50),
      owner_id: user,
      position,
      kind: 'photo',
      state,
      attempts: 1,
      asked_at: AT,
      due_at: DUE,
      address: `https://site.example/${position}.jpg`,
    })),
    imports: (['ready', 'running', 'done'] as const).map((state, place) => ({
      id: idOf(60 + place),
      file_name: 'flats.csv',
      state,
      columns: '[]',
      facts: '{}',
      owner_id: user,
      device_label: 'Chrome',
      created_at: AT,
      row_count: 1,
      next_chunk: 0,
      created: 0,
      updated: 0,
      unchanged: 0,
      refused: 0,
      lease_holder: state === 'running' ? 'a process' : null,
    })),
    jobs: [{ name: 'backup', done_at: AT }],
  }
  await insertAll({ ...parentsOf(user), ...inserts })
})

function delivery(number: number) {
  const payload = `{"type":"listing.decided","data":{"listingId":"${idOf(1)}"}}`
  const of = { webhook_id: idOf(20), event_id: `msg_${number}`, event: 'listing.decided', payload }
  return { id: idOf(number), ...of, created_at: AT, due_at: DUE }
}

function message(number: number) {
  return { id: idOf(number), status: 'received', decided_at: AT, due_at: AT, left_at: AT }
}

function job(number: number, of: number) {
  return { id: idOf(number), message_id: idOf(of), created_at: AT, due_at: DUE }
}

/** The records that the waiting work is about. */
function parentsOf(userId: string): Record<string, object[]> {
  return {
    sessions: [
      {
        token_hash: fileId('5'),
        user_id: userId,
        device_label: 'Phone',
        created_at: AT,
        expires_at: DUE,
      },
    ],
    push_subscriptions: [
      {
        id: fileId('d'),
        user_id: userId,
        session_hash: fileId('5'),
        endpoint: 'https://push.example/1',
        p256dh: 'key',
        auth: 'secret',
        created_at: AT,
      },
    ],
    grievances: [
      {
        id: idOf(40),
        number: 'G-1',
        kind: 'other',
        name: 'N',
        email: 'v@example.in',
        text: 'T',
        created_at: AT,
        due_at: DUE,
      },
    ],
    postings: [
      {
        ...NEVER_SUBMITTED,
        id: idOf(50),
        owner_id: userId,
        seller_state: 'draft',
        body: '{}',
        version: 1,
        created_at: AT,
        updated_at: AT,
      },
    ],
  }
}

async function insertAll(rows: Record<string, object[]>): Promise<void> {
  for (const [table, some] of Object.entries(rows))
    for (const row of some)
      await db
        .insertInto(table as keyof Tables) // some are tables of the version before
        .values(row as never)
        .execute()
}

/** The jobs as the kinds see them, without what waits for nothing. */
async function listJobs(of: Kysely<Tables>) {
  const rows = await of.selectFrom('jobs').selectAll().orderBy('id').execute()
  return Object.fromEntries(rows.map(({ id, ...row }) => [id, row]))
}

function expectedJobs() {
  const times = { asked_at: AT, due_at: DUE, leased_until: null, done_at: null, dead_at: null }
  const body = `{"type":"listing.decided","data":{"listingId":"${idOf(1)}"}}`
  const webhook = (number: number, change: object) => ({
    [idOf(number)]: expect.objectContaining({
      ...times,
      kind: 'webhooks',
      lane: idOf(20),
      key: `msg_${number}`,
      ...change,
    }),
  })
  const mail = { ...times, kind: 'mails', payload: expect.any(String) }
  const removal = { ...times, kind: 'media-removals', lane: 'store', payload: '{}' }
  return {
    ...webhook(21, { attempts: 0, outcome: null }),
    ...webhook(22, { attempts: 3, outcome: 'HTTP 503' }),
    ...webhook(23, { attempts: 1, outcome: 'HTTP 200', done_at: AT }),
    ...webhook(24, { attempts: 9, dead_at: AT }),
    [idOf(32)]: { ...mail, lane: user, key: idOf(30), attempts: 2, outcome: expect.any(String) },
    [idOf(33)]: {
      ...mail,
      kind: 'notifications',
      lane: user,
      key: idOf(30),
      attempts: 0,
      outcome: null,
    },
    [idOf(34)]: { ...mail, lane: idOf(40), key: idOf(31), attempts: 0, outcome: null, dead_at: AT },
    [fileId('a')]: { ...removal, key: fileId('a'), attempts: 2, outcome: expect.any(String) },
    [fileId('b')]: { ...removal, key: fileId('b'), attempts: 0, outcome: null, due_at: AT },
    [fileId('0')]: {
      ...times,
      kind: 'import-media',
      lane: user,
      key: idOf(50),
      payload: '{}',
      attempts: 1,
      outcome: null,
    },
    [idOf(61)]: {
      ...times,
      kind: 'imports',
      lane: user,
      key: idOf(61),
      payload: '{}',
      attempts: 0,
      outcome: null,
      due_at: AT,
    },
    body,
  }
}

test('all work that waits in the queues of the version before waits in the one queue after the migration', async () => {
  await migrate(db)
  const { body, ...expected } = expectedJobs()
  const jobs = await listJobs(db)
  expect(jobs).toEqual(expected)
  expect(JSON.parse(jobs[idOf(21)]?.payload ?? '')).toEqual({ event: 'listing.decided', body })
  expect(JSON.parse(jobs[idOf(33)]?.payload ?? '')).toEqual({ device: fileId('d') })
  expect(await db.selectFrom('schedules').selectAll().execute()).toMatchObject([
    { name: 'backup', done_at: AT },
  ])
})

test('a backup from before the migration keeps the waiting work', async () => {
  const dataDir = makeFolderForTest()
  const file = join(dataDir, 'before.backup')
  await backUp(db, file)
  const target = await openDatabaseForTest()
  await moveDatabase(file, { db: target.db, dataDir, panKey: Buffer.from(TEST_PAN_KEY, 'hex') })
  const { body: _, ...expected } = expectedJobs()
  expect(await listJobs(target.db)).toEqual(expected)
})
