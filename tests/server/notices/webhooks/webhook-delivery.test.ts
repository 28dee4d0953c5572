import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { forgetOldJobs } from '#server/platform/jobs/job-queue-service.ts'
import {
  createOutboundClient,
  type OutboundClient,
} from '#server/platform/outbound/outbound-service.ts'
import { postingForEachTest } from '#tests/server/listings/content/posting-server.ts'
import { startPushService } from '#tests/support/server/push-service.ts'
import {
  claimWebhooks,
  isSigned,
  makeWebhookCalls,
  type Receiver,
  runWebhooks,
  WANTED,
} from './webhook-runs.ts'

const DAY_MS = 86_400_000

const { server, asha, operator } = postingForEachTest()
let receiver: Receiver
let hooks: ReturnType<typeof makeWebhookCalls>
let listingId: string

beforeEach(async () => {
  receiver = await startPushService()
  onTestFinished(receiver.close)
  hooks = makeWebhookCalls(server, operator.token)
  listingId = await asha.post()
})

const decide = (status: string) => operator.decide(listingId, status)
const run = () => runWebhooks(server, { outbound: receiver.outbound })
const bodies = () => receiver.pushed.map(({ body }) => JSON.parse(body.toString()))

test('a decision, its reason, a change and a deletion are each sent as an event with only ids and codes', async () => {
  await hooks.create()
  const now = server.clock.now().toISOString()
  await decide('rejected')
  await operator.explain(listingId)
  await asha.post()
  await operator.ask('DELETE', `property/${listingId}`)
  await run()
  const of = (type: string, status: string | null, reasonCode: string | null = null) => ({
    type,
    timestamp: now,
    data: { listingId, status, reasonCode },
  })
  const sent = bodies()
  expect(sent).toHaveLength(4)
  expect(sent).toEqual(
    expect.arrayContaining([
      of('listing.decided', 'rejected'),
      of('listing.decided', 'rejected', 'photos'),
      { ...of('listing.changed', 'pending'), data: expect.objectContaining({ status: 'pending' }) },
      of('listing.deleted', null),
    ]),
  )
})

test('a signature is valid only with the secret of its webhook, and only for its body', async () => {
  const { secret } = await hooks.create()
  const other = await hooks.create()
  await decide('approved')
  await run()
  expect(receiver.pushed).toHaveLength(2)
  const seconds = Math.floor(server.clock.now().getTime() / 1000)
  for (const key of [secret, other.secret]) {
    const [signed, ...more] = receiver.pushed.filter((sent) => isSigned(sent, key))
    expect(signed?.headers).toMatchObject({ 'webhook-timestamp': String(seconds) })
    expect(more).toEqual([])
    for (const sent of receiver.pushed) expect(isSigned(sent, key, '{}')).toBe(false)
  }
})

test('a delivery is signed with both secrets during a rotation, and afterwards with the new one only', async () => {
  const { id, secret: old } = await hooks.create()
  const { json } = await hooks.ask('POST', `/${id}/rotation`)
  const secret = String(json['data']?.['secret'])
  expect(await hooks.ask('POST', `/${id}/rotation`)).toMatchObject({
    status: 409,
    json: { code: 'rotation-open' },
  })
  await decide('approved')
  await run()
  await hooks.ask('DELETE', `/${id}/rotation`)
  await decide('rejected')
  await run()
  const accepted = receiver.pushed.map((sent) => [isSigned(sent, old), isSigned(sent, secret)])
  expect(accepted).toEqual([
    [true, true],
    [false, true],
  ])
})

test('a failed delivery is retried for a day with the same Webhook-Id, at intervals of 5 s to 6 h', async () => {
  const { id } = await hooks.create()
  await decide('approved')
  receiver.answerWith(302, { Location: 'https://127.0.0.1/' })
  const start = server.clock.now().getTime()
  const seconds: number[] = []
  for (;;) {
    await run()
    const [row] = await hooks.log(id)
    const next = row?.['nextAttemptAt']
    if (typeof next !== 'string') break
    const now = server.clock.now().getTime()
    seconds.push((Date.parse(next) - now) / 1000)
    server.clock.advance(Date.parse(next) - now - 1)
    await run() // sends nothing: the retry is due a millisecond later
    server.clock.advance(1)
  }
  expect(seconds).toEqual([5, 20, 80, 320, 1280, 5120, 20_480, 21_600, 21_600])
  expect(server.clock.now().getTime() - start).toBeLessThan(DAY_MS)
  expect(receiver.pushed).toHaveLength(10)
  expect(new Set(receiver.pushed.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect((await hooks.log(id))[0]).toMatchObject({ state: 'failed', attempts: 10, lastStatus: 302 })
})

test('several concurrent runs of the delivery job send a delivery once', async () => {
  await hooks.create()
  await decide('approved')
  await Promise.all([run(), run(), run()])
  expect(receiver.pushed).toHaveLength(1)
})

test('a delivery whose process was killed is sent by the first run after its lease of a minute', async () => {
  await hooks.create()
  await decide('approved')
  expect(await claimWebhooks(server, { outbound: receiver.outbound })).toHaveLength(1)
  const [killed] = await selectDeliveries().selectAll().execute()
  server.clock.advance(59_999)
  await run()
  expect(receiver.pushed).toEqual([])
  server.clock.advance(1)
  await run()
  expect(receiver.pushed[0]?.headers['webhook-id']).toBe(killed?.key)
})

test('the hundredth failure in a row pauses the webhook and mails the panel owners; resuming sends the queued deliveries', async () => {
  const { id } = await hooks.create()
  await server.db.updateTable('webhooks').set({ failures: 98 }).execute()
  receiver.answerWith(500)
  await decide('approved')
  await run()
  expect(await hooks.list()).toMatchObject([{ state: 'active', failures: 99 }])
  server.clock.advance(5_000)
  await run()
  expect(await hooks.list()).toMatchObject([{ state: 'paused', failures: 100 }])
  const subjects = server.getInbox().mails.map(({ headers }) => headers['subject'])
  expect(subjects.filter((subject) => subject === 'A webhook was paused')).toHaveLength(1)
  receiver.answerWith(200)
  await decide('rejected')
  server.clock.advance(60_000)
  await run()
  expect(receiver.pushed).toHaveLength(2)
  expect((await hooks.ask('POST', `/${id}/resume`)).status).toBe(200)
  await run()
  expect(receiver.pushed).toHaveLength(4)
  expect(await hooks.list()).toMatchObject([{ state: 'active', failures: 0 }])
})

test('a replay sends the same event again, and deliveries remain in the log for 30 days', async () => {
  const { id } = await hooks.create()
  await decide('approved')
  await run()
  const [delivered] = await hooks.log(id)
  expect(delivered).toMatchObject({ state: 'delivered', lastStatus: 201, nextAttemptAt: null })
  expect((await hooks.replay(delivered?.['_id'])).status).toBe(200)
  await run()
  const [first, second] = receiver.pushed
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  expect(second?.body).toEqual(first?.body)
  expect(await hooks.log(id)).toHaveLength(2)
  server.clock.advance(30 * DAY_MS)
  await forgetOldJobs(server.db, server.clock.now())
  const left = () => selectDeliveries().select('id').execute()
  expect(await left()).toHaveLength(2)
  server.clock.advance(1)
  await forgetOldJobs(server.db, server.clock.now())
  expect(await left()).toEqual([])
})

test('a webhook whose host name resolves to a private IP address gets no request', async () => {
  const { id } = await hooks.create()
  await decide('approved')
  let connections = 0
  const outbound = createOutboundClient({
    resolve: async () => ['10.0.0.7'],
    connect: async () => {
      connections += 1
      throw new Error('the test ends here')
    },
  })
  await runWebhooks(server, { outbound })
  expect(connections).toBe(0)
  expect(await hooks.log(id)).toMatchObject([{ state: 'waiting', attempts: 1, lastStatus: null }])
})

test('hanging receivers delay no other: their events wait, and those of all other webhooks are sent at once', async () => {
  const created = [...Array(20).keys()].map((at) =>
    hooks.create({ ...WANTED, address: `https://hooks-${at}.example.com/listings` }),
  )
  await Promise.all(created)
  for (const status of ['approved', 'rejected', 'approved', 'rejected', 'approved', 'rejected'])
    await decide(status)
  let end: (error: Error) => void = () => {}
  const hanging = new Promise<never>((_, reject) => {
    end = reject
  })
  const outbound: OutboundClient = {
    ...receiver.outbound,
    send(request) {
      // Every fifth receiver hangs.
      if (!/hooks-(0|5|10|15)\./.test(request.url)) return receiver.outbound.send(request)
      return hanging
    },
  }
  const running = runWebhooks(server, { outbound })
  await expect.poll(() => receiver.pushed.length).toBe(16 * 6)
  // An event that comes while they hang is not held up either.
  await decide('approved')
  await run()
  await expect.poll(() => receiver.pushed.length).toBe(16 * 7)
  const left = selectDeliveries().where('done_at', 'is', null)
  await expect.poll(async () => (await left.select('id').execute()).length).toBe(4 * 7)
  end(new Error('no answer'))
  await running
})

function selectDeliveries() {
  return server.db.selectFrom('jobs').where('kind', '=', 'webhooks')
}
