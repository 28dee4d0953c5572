import { beforeEach, expect, onTestFinished, test } from 'vitest'
import {
  makeMailKind,
  makeNotificationKind,
} from '#server/notices/messages/message-delivery-service.ts'
import { createOutboundClient } from '#server/platform/outbound/outbound-service.ts'
import { call } from '#tests/server/api-call.ts'
import { postingForEachTest } from '#tests/server/listings/content/posting-server.ts'
import { claimJobs } from '#tests/support/server/job-run.ts'
import {
  makeSubscription,
  type PushService,
  startPushService,
} from '#tests/support/server/push-service.ts'
import { countDeliveries, sendAfter } from './message-runs.ts'

// A message "correct it and submit it again" about a listing that its owner has submitted again.

const { server, asha, operator } = postingForEachTest()
let push: PushService
let id: string

beforeEach(async () => {
  push = await startPushService()
  onTestFinished(push.close)
  id = await asha.post()
  const { body } = makeSubscription()
  await call(server, 'PUT', '/api/account/push', { token: asha.token, body })
})

async function reject(): Promise<void> {
  await operator.decide(id, 'rejected')
  await operator.explain(id)
}

async function submitAgain(): Promise<void> {
  const draft = (await asha.see(id))?.['draft']
  const { status } = await asha.submit(id, {
    ...draft,
    description: 'With the kitchen, this time.',
  })
  expect(status).toBe(200)
}

const countMails = () => server.getInbox().mails.length
const send = (seconds: number) => sendAfter(server, seconds, { outbound: push.outbound })

test.each([0, 59])(
  'neither a mail nor a notification leaves if the owner submits again %i s after the rejection, and the message is read already',
  async (seconds) => {
    await reject()
    server.clock.advance(seconds * 1000)
    await submitAgain()
    await send(60)
    await send(3_600)
    expect((await asha.inbox.read())['data']).toMatchObject([{ isRead: true, isAnswered: true }])
    expect({ mails: countMails(), pushed: push.pushed.length }).toEqual({ mails: 0, pushed: 0 })
  },
)

test('a mail and a notification that could not be delivered yet are not tried again after a resubmission', async () => {
  const inbox = server.getInbox()
  inbox.refuse('recipient')
  push.answerWith(500)
  await reject()
  await send(60)
  expect(await countDeliveries(server)).toEqual({ waiting: 2, dead: 0 })
  const pushed = push.pushed.length
  await submitAgain()
  expect(await countDeliveries(server)).toEqual({ waiting: 0, dead: 0 })
  inbox.refuse(null)
  push.answerWith(201)
  for (let run = 0; run < 3; run += 1) await send(3_600)
  expect({ mails: countMails(), pushed: push.pushed.length }).toEqual({ mails: 0, pushed })
})

test.each([
  ['mail', makeMailKind],
  ['notification', makeNotificationKind],
] as const)(
  'a %s that a process has taken, but not sent, does not leave after a resubmission',
  async (_, makeKind) => {
    await reject()
    server.clock.advance(60_000)
    const { db, mailer, publicUrl, appSecret, log } = server
    const outbound = createOutboundClient({ resolve: async () => [] })
    await sendAfter(server, 0, { mailer: { ...mailer, send: async () => false }, outbound })
    server.clock.advance(120_000)
    const clock = server.clock.now
    const deps = { db, clock, mailer, publicUrl, appSecret, log, outbound: push.outbound }
    const runs = await claimJobs(server, makeKind(deps))
    expect(runs).toHaveLength(1)
    await submitAgain()
    for (const run of runs) await run()
    expect({ mails: countMails(), pushed: push.pushed.length }).toEqual({ mails: 0, pushed: 0 })
  },
)

test('a message that arrived before says that the listing was submitted again, until it is rejected again', async () => {
  await reject()
  await send(60)
  const isAnswered = async () =>
    ((await asha.inbox.read())['data'] as unknown as { isAnswered: boolean }[]).map(
      (message) => message.isAnswered,
    ) // safe cast: OpenAPI describes the field
  expect(await isAnswered()).toEqual([false])
  await submitAgain()
  expect(await isAnswered()).toEqual([true])
  await reject()
  await send(60)
  expect(await isAnswered()).toEqual([false, false])
})

test('a message about an approval still arrives after the owner has submitted a change', async () => {
  await operator.decide(id, 'approved')
  await submitAgain()
  await send(60)
  expect(await asha.inbox.list()).toMatchObject([{ kind: 'approved' }])
  expect({ mails: countMails(), pushed: push.pushed.length }).toEqual({ mails: 1, pushed: 1 })
})

test('the owner learns of a rejection that a new price did not answer', async () => {
  await reject()
  const draft = (await asha.see(id))?.['draft']
  await asha.save(id, { ...draft, rent: 33_000 })
  await send(60)
  expect(await asha.inbox.list()).toMatchObject([{ kind: 'changes-needed' }])
})
