// @module-tag slow
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPostgres, SERVING } from '#server/database/connection/open-postgres.ts'
import { countDeliveries } from '#server/messages/message-delivery-service.ts'
import { startPostingServer } from '#tests/server/posting/posting-calls.ts'
import { isOnPostgres } from '#tests/support/server/test-database.ts'
import { makeDecisions, makeInbox, runMessages } from './message-runs.ts'

const MINUTE_MS = 60_000

let at: Awaited<ReturnType<typeof startPostingServer>>
let id: string

beforeEach(async () => {
  at = await startPostingServer({ inMemory: false })
  id = await at.asha.post()
})
afterEach(() => at.server.close())

async function decideAndWait(status: string) {
  await makeDecisions(at.server, await at.server.signIn(), id).decide(status)
  at.server.clock.advance(MINUTE_MS)
}

test('a mail gives the reason for a rejection, and a second mail announces the approval of the corrected listing', async () => {
  const { decide, explain } = makeDecisions(at.server, await at.server.signIn(), id)
  const { mails } = at.server.getInbox()
  await decide('rejected')
  await explain('The kitchen is missing.')
  at.server.clock.advance(MINUTE_MS)
  await runMessages(at.server)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.to).toEqual(['asha@example.in'])
  expect(mails[0]?.headers['subject']).toBe('Your listing needs changes')
  expect(mails[0]?.text).toBe(
    [
      'Your listing "Sunlit 2 BHK in Baner" was checked and needs changes before it can be shown on Property Marketplace.',
      'Add clear photos of the rooms and of the building from outside.',
      'Note from our reviewer: The kitchen is missing.',
      `Open your listing, correct it and submit it again:\nhttps://marketplace.example/account/listings?open=${id}\n`,
    ].join('\n\n'),
  )
  await at.asha.save(id, { ...(await at.asha.see(id))?.['draft'], description: 'With a kitchen.' })
  await at.asha.act(id, 'submit')
  await decide('approved')
  at.server.clock.advance(MINUTE_MS)
  await runMessages(at.server)
  expect(mails).toHaveLength(2)
  expect(mails[1]?.headers['subject']).toBe('Your listing is live')
  expect(await at.asha.see(id)).toMatchObject({ state: 'live', reason: null })
})

test('two processes that send the waiting mails at the same time send each mail only once', async () => {
  await decideAndWait('approved')
  // On SQLite, the runs share one connection: two connections in one thread would deadlock.
  const other = isOnPostgres() ? openPostgres(at.server.place, SERVING) : null
  const db = other ?? at.server.db
  try {
    await Promise.all([1, 2, 3].map((run) => runMessages(at.server, run > 1 ? { db } : {})))
  } finally {
    await other?.destroy()
  }
  expect(at.server.getInbox().mails).toHaveLength(1)
  expect(await countDeliveries(at.server)).toEqual({ waiting: 0, dead: 0 })
})

test('a refused mail is retried with growing delays, and is given up after a day', async () => {
  const inbox = at.server.getInbox()
  inbox.refuse('recipient')
  await decideAndWait('approved')
  const tries: number[] = []
  for (let minute = 0; minute <= 26 * 60; ) {
    const before = inbox.counts.mails
    await runMessages(at.server)
    if (inbox.counts.mails > before) tries.push(minute)
    const passed = minute < 200 ? 1 : 20
    at.server.clock.advance(passed * MINUTE_MS)
    minute += passed
  }
  expect(tries.slice(0, 9)).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183])
  expect(tries.at(-1)).toBeLessThan(25 * 60)
  expect(await countDeliveries(at.server)).toEqual({ waiting: 0, dead: 1 })
  const [error] = at.server.logged.filter((line) => line.includes('could not be delivered'))
  expect(JSON.parse(error ?? '')).toMatchObject({ channel: 'mail', attempts: tries.length })
  inbox.refuse(null)
  at.server.clock.advance(24 * 60 * MINUTE_MS)
  await runMessages(at.server)
  expect(inbox.mails).toEqual([])
})

test('a refused mail about a decision is not retried after the operator has made another decision', async () => {
  const inbox = at.server.getInbox()
  const { decide } = makeDecisions(at.server, await at.server.signIn(), id)
  const waitAndRun = async () => {
    at.server.clock.advance(MINUTE_MS)
    await runMessages(at.server)
  }
  inbox.refuse('recipient')
  await decide('approved')
  await waitAndRun()
  expect(await countDeliveries(at.server)).toEqual({ waiting: 1, dead: 0 })
  await decide('rejected')
  inbox.refuse(null)
  await waitAndRun()
  await waitAndRun()
  expect(inbox.mails.map(({ headers }) => headers['subject'])).toEqual([
    'Your listing was rejected',
  ])
})

test('if a process is killed while it sends a mail, another process sends that mail with the same Message-ID', async () => {
  await decideAndWait('approved')
  const killed = new Promise<boolean>(() => {})
  const mailer = { ...at.server.mailer, send: () => killed }
  void runMessages(at.server, { mailer })
  await expect
    .poll(() => at.server.db.selectFrom('message_jobs').select('attempts').execute())
    .toEqual([{ attempts: 1 }])
  await runMessages(at.server)
  expect(at.server.getInbox().mails).toEqual([])
  at.server.clock.advance(5 * MINUTE_MS)
  await runMessages(at.server)
  const [mail] = at.server.getInbox().mails
  const [message] = await at.server.db.selectFrom('messages').select('id').execute()
  expect(mail?.headers['message-id']).toBe(`<${message?.id}@marketplace.example>`)
})

test("without a mail server, the message is only in the app's inbox, and no mail follows later", async () => {
  await decideAndWait('approved')
  await runMessages(at.server, { mailer: { ...at.server.mailer, isConfigured: false } })
  at.server.clock.advance(MINUTE_MS)
  await runMessages(at.server)
  expect(at.server.getInbox().mails).toEqual([])
  const token = await at.server.signIn({ email: 'asha@example.in' })
  expect(await makeInbox(at.server, token).list()).toMatchObject([{ kind: 'approved' }])
})
