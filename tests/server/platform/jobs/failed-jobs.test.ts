import { beforeEach, expect, test } from 'vitest'
import {
  makeMediaRemovalKind,
  queueMediaRemoval,
} from '#server/listings/media/media-removal-queue-service.ts'
import { addJobs } from '#server/platform/jobs/job-queue-service.ts'
import { MediaStoreError } from '#server/platform/media/stores/media-store-trouble.ts'
import { call } from '#tests/server/api-call.ts'
import { postingForEachTest } from '#tests/server/listings/content/posting-server.ts'
import { runMessages, sendAfter } from '#tests/server/notices/messages/message-runs.ts'
import { runJobs } from '#tests/support/server/job-run.ts'

const HOUR_MS = 3_600_000
const { server, asha, operator } = postingForEachTest()
let owner: string

beforeEach(async () => {
  owner = await server.signIn()
})

async function list(token = owner) {
  const { json } = await call(server, 'GET', '/api/admin/failed-jobs', { token })
  return json['data'] as unknown as Record<string, unknown>[] // the API documents an array
}

const retry = (id: unknown) =>
  call(server, 'POST', `/api/admin/failed-jobs/${id}/retry`, { token: owner })

/** Approves a listing whose mail is refused for a day. */
async function failMail(): Promise<void> {
  server.getInbox().refuse('recipient')
  await operator.decide(await asha.post(), 'approved')
  server.clock.advance(60_000)
  for (let hour = 0; hour < 32; hour += 1) {
    await runMessages(server)
    server.clock.advance(HOUR_MS)
  }
  owner = await server.signIn()
}

test('owners see what was given up, what it was about and why, and can have it tried again', async () => {
  await failMail()
  const [job, ...others] = await list()
  expect(others).toEqual([])
  expect(job).toMatchObject({
    kind: 'mails',
    about: expect.stringMatching(/^Your listing is live: .*Baner/),
    error: 'The mail server did not accept it.',
    failedAt: expect.any(String),
    nextAttemptAt: null,
  })
  server.getInbox().refuse(null)
  expect((await retry(job?.['_id'])).status).toBe(200)
  expect(await list()).toEqual([])
  await sendAfter(server, 0)
  expect(server.getInbox().mails).toHaveLength(1)
  expect(await retry(job?.['_id'])).toMatchObject({ status: 404, json: { code: 'not-found' } })
  expect(await server.listAudit('job-retry')).toMatchObject([{ to_value: 'mails' }])
})

test('a job that fails again after "Try again" is tried for its whole time, and is in the list again', {
  tags: ['long'],
}, async () => {
  await failMail()
  const [job] = await list()
  await retry(job?.['_id'])
  await runMessages(server)
  expect(await list()).toEqual([])
  for (let hour = 0; hour < 25; hour += 1) {
    server.clock.advance(HOUR_MS)
    await runMessages(server)
  }
  owner = await server.signIn()
  expect(await list()).toMatchObject([{ _id: job?.['_id'], nextAttemptAt: null }])
})

test('what is never given up is in the list while it fails, and not before', async () => {
  const id = 'a'.repeat(32)
  await server.write((trx) => queueMediaRemoval(trx, [id], server.clock.now()))
  expect(await list()).toEqual([])
  let isBroken = true
  const mediaStore = {
    ...server.mediaStore,
    async remove() {
      if (isBroken) throw new MediaStoreError('It cannot be deleted.')
    },
  }
  const run = () => runJobs(server, makeMediaRemovalKind({ log: server.log, mediaStore }))
  await run()
  const [job] = await list()
  expect(job).toMatchObject({ kind: 'media-removals', failedAt: null, attempts: 1 })
  isBroken = false
  await run() // too early
  expect(await list()).toHaveLength(1)
  await retry(job?.['_id'])
  await run()
  expect(await list()).toEqual([])
})

test('a job about a record that is gone is still in the list', async () => {
  const at = server.clock.now().toISOString()
  await server.write((trx) =>
    addJobs(trx, 'webhooks', [{ lane: 'gone', key: 'msg_1' }], server.clock.now()),
  )
  await server.db.updateTable('jobs').set({ dead_at: at, outcome: 'HTTP 500' }).execute()
  expect(await list()).toMatchObject([{ about: 'Something that is deleted by now' }])
})
