// @module-tag long

import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { OutboundClient } from '#server/platform/outbound/outbound-service.ts'
import { call } from '#tests/server/api-call.ts'
import { ASHA, postingForEachTest } from '#tests/server/listings/content/posting-server.ts'
import { makeSubscription, startPushService } from '#tests/support/server/push-service.ts'
import { startServerBeside } from '#tests/support/server/server-for-test.ts'
import { countDeliveries, runMessages, sendAfter } from './message-runs.ts'

const { server, asha, ravi, operator } = postingForEachTest()
let id: string

beforeEach(async () => {
  id = await asha.post()
})

const listSubjects = () => server.getInbox().mails.map(({ headers }) => headers['subject'])

test('a mail gives the reason for a rejection, and a second mail announces the approval of the corrected listing', async () => {
  await operator.decide(id, 'rejected')
  await operator.explain(id)
  await sendAfter(server, 60)
  expect(server.getInbox().mails).toMatchObject([
    {
      to: [ASHA],
      text: [
        'Your listing "Sunlit 2 BHK in Baner" was checked and needs changes before it can be shown on Property Marketplace.',
        'Add clear photos of the rooms and of the building from outside.',
        'Note from our reviewer: The kitchen is missing.',
        `Open your listing, correct it and submit it again:\nhttps://marketplace.example/account/listings?open=${id}\n`,
      ].join('\n\n'),
    },
  ])
  await asha.submit(id, { ...(await asha.see(id))?.['draft'], description: 'With a kitchen.' })
  await operator.decide(id, 'approved')
  await sendAfter(server, 60)
  expect(listSubjects()).toEqual(['Your listing needs changes', 'Your listing is live'])
  expect(await asha.see(id)).toMatchObject({ state: 'live', reason: null })
})

test('two processes that send the waiting mails at the same time send each mail only once', async () => {
  await operator.decide(id, 'approved')
  server.clock.advance(60_000)
  const { db } = await startServerBeside(server)
  await Promise.all([{}, { db }, { db }].map((deps) => runMessages(server, deps)))
  expect(listSubjects()).toHaveLength(1)
  expect(await countDeliveries(server)).toEqual({ waiting: 0, dead: 0 })
})

test('a refused mail is retried with growing delays, and is given up after a day', async () => {
  const inbox = server.getInbox()
  inbox.refuse('recipient')
  await operator.decide(id, 'approved')
  server.clock.advance(60_000)
  const tries: number[] = []
  for (let minute = 0; minute <= 26 * 60; ) {
    const before = inbox.counts.mails
    await runMessages(server)
    if (inbox.counts.mails > before) tries.push(minute)
    const passed = minute < 200 ? 1 : 20
    server.clock.advance(passed * 60_000)
    minute += passed
  }
  expect(tries.slice(0, 9)).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183])
  expect(tries.at(-1)).toBeLessThan(25 * 60)
  expect(await countDeliveries(server)).toEqual({ waiting: 0, dead: 1 })
  const error = server.logged.find((line) => line.includes('a job was given up'))
  expect(JSON.parse(error ?? '')).toMatchObject({ job: 'mails', attempts: tries.length })
  inbox.refuse(null)
  await sendAfter(server, 86_400)
  expect(inbox.mails).toEqual([])
})

test('a refused mail about a decision is not retried after the operator has made another decision', async () => {
  const inbox = server.getInbox()
  inbox.refuse('recipient')
  await operator.decide(id, 'approved')
  await sendAfter(server, 60)
  expect(await countDeliveries(server)).toEqual({ waiting: 1, dead: 0 })
  await operator.decide(id, 'rejected')
  inbox.refuse(null)
  for (let run = 0; run < 2; run += 1) await sendAfter(server, 60)
  expect(listSubjects()).toEqual(['Your listing was rejected'])
})

test('if a process is killed while it sends a mail, another process sends that mail with the same Message-ID', async () => {
  await operator.decide(id, 'approved')
  const killed = new Promise<boolean>(() => {})
  void sendAfter(server, 60, { mailer: { ...server.mailer, send: () => killed } })
  const readJobs = () =>
    server.db.selectFrom('jobs').select('attempts').where('kind', '=', 'mails').execute()
  await expect.poll(readJobs).toEqual([{ attempts: 1 }])
  await runMessages(server)
  expect(listSubjects()).toEqual([])
  await sendAfter(server, 300)
  const [mail] = server.getInbox().mails
  const [message] = await server.db.selectFrom('messages').select('id').execute()
  expect(mail?.headers['message-id']).toBe(`<${message?.id}@marketplace.example>`)
})

test("without a mail server, the message is only in the app's inbox, and no mail follows later", async () => {
  await operator.decide(id, 'approved')
  await sendAfter(server, 60, { mailer: { ...server.mailer, isConfigured: false } })
  await sendAfter(server, 60)
  expect(listSubjects()).toEqual([])
  expect(await asha.inbox.list()).toMatchObject([{ kind: 'approved' }])
})

test('a hanging mail server keeps no message out of the inbox, and no notification from its device', async () => {
  const push = await startPushService()
  onTestFinished(push.close)
  await call(server, 'PUT', '/api/account/push', {
    token: asha.token,
    body: makeSubscription().body,
  })
  const never = new Promise<boolean>(() => {})
  const mailer = { ...server.mailer, send: () => never }
  await operator.decide(id, 'approved')
  void sendAfter(server, 60, { mailer, outbound: push.outbound })
  await expect.poll(() => push.pushed.length).toBe(1)
  await operator.decide(id, 'rejected')
  void sendAfter(server, 60, { mailer, outbound: push.outbound })
  await expect.poll(() => push.pushed.length).toBe(2)
  expect(await asha.inbox.list()).toMatchObject([{ kind: 'rejected' }, { kind: 'approved' }])
})

test("a person's hanging device delays only that person's notifications, one after the other", async () => {
  const push = await startPushService()
  onTestFinished(push.close)
  const subscribe = (path: string, token: string) =>
    call(server, 'PUT', '/api/account/push', { token, body: makeSubscription(path).body })
  await subscribe('hanging', asha.token)
  await subscribe('second', await server.signIn({ email: ASHA }))
  await subscribe('healthy', ravi.token)
  const other = 'e'.repeat(24)
  await ravi.submit(other)
  let end: (error: Error) => void = () => {}
  const hanging = new Promise<never>((_, reject) => {
    end = reject
  })
  hanging.catch(() => undefined) // it may end before the device is asked
  let own = 0
  let mostOwn = 0
  const outbound: OutboundClient = {
    ...push.outbound,
    async send(request) {
      if (request.url.endsWith('healthy')) return push.outbound.send(request)
      own += 1
      mostOwn = Math.max(mostOwn, own)
      try {
        return await (request.url.endsWith('hanging') ? hanging : push.outbound.send(request))
      } finally {
        own -= 1
      }
    },
  }
  await operator.decide(id, 'approved')
  await operator.decide(other, 'approved')
  server.clock.advance(60_000)
  const running = runMessages(server, { outbound })
  await expect.poll(() => push.pushed.map(({ path }) => path)).toContain('/healthy')
  end(new Error('no answer'))
  await running
  expect(mostOwn).toBe(1)
  expect(push.pushed.map(({ path }) => path).sort()).toEqual(['/healthy', '/second'])
})
