import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { ensurePushKeys, getPushKeys } from '#server/notices/messages/push-key-service.ts'
import { call } from '#tests/server/api-call.ts'
import { ASHA, postingForEachTest } from '#tests/server/listings/content/posting-server.ts'
import {
  makeSubscription,
  type PushService,
  startPushService,
} from '#tests/support/server/push-service.ts'
import { countDeliveries, sendAfter } from './message-runs.ts'

const { server, asha, ravi, operator } = postingForEachTest()
let push: PushService
let id: string

beforeEach(async () => {
  push = await startPushService()
  onTestFinished(push.close)
  id = await asha.post()
})

const ask = (method: string, body?: unknown, token = asha.token) =>
  call(server, method, '/api/account/push', { token, body })
const isOn = async (by?: string) => (await ask('GET', undefined, by)).json['data']?.['isOn']
const listSubscriptions = () =>
  server.db.selectFrom('push_subscriptions').select('endpoint').execute()

async function tell() {
  await operator.decide(id, 'approved')
  await sendAfter(server, 60, { outbound: push.outbound })
}

test('a subscribed device gets the kind and the id of a message, encrypted for this device, and no personal data', async () => {
  const device = makeSubscription()
  expect(await isOn()).toBe(false)
  expect((await ask('PUT', device.body)).status).toBe(200)
  expect(await isOn()).toBe(true)
  await tell()
  expect(push.pushed).toHaveLength(1)
  const [{ headers, body }] = push.pushed as [PushService['pushed'][number]] // checked above
  const [message] = await server.db.selectFrom('messages').select('id').execute()
  expect(JSON.parse(device.decrypt(body))).toEqual({ kind: 'decision', id: message?.id })
  const { publicKey } = await getPushKeys(server.db, server.appSecret)
  expect(headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    ttl: '86400',
    authorization: expect.stringMatching(new RegExp(`^vapid t=.+, k=${publicKey}$`)),
  })
  expect(JSON.stringify(headers)).not.toMatch(/asha|baner|sunlit/i)
  expect(push.targets).toEqual([{ address: '93.184.216.34', port: 443, host: 'push.example.com' }])
  expect(await countDeliveries(server)).toEqual({ waiting: 0, dead: 0 })
})

test.each([404, 410])(
  'a push message that the push service answers with a %i ends the subscription',
  async (status) => {
    await ask('PUT', makeSubscription().body)
    push.answerWith(status)
    await tell()
    expect(await listSubscriptions()).toEqual([])
    expect(await countDeliveries(server)).toEqual({ waiting: 0, dead: 0 })
  },
)

test.each([
  ['a 503', 503, {}],
  ['a redirect to another host', 302, { Location: 'https://127.0.0.1/' }],
])(
  'a push message that the push service answers with %s is sent again later',
  async (_, status, headers) => {
    await ask('PUT', makeSubscription().body)
    push.answerWith(status, headers)
    await tell()
    expect(push.pushed).toHaveLength(1)
    expect(await countDeliveries(server)).toEqual({ waiting: 1, dead: 0 })
    expect(server.logged.join('\n')).not.toContain('a long explanation')
    push.answerWith(201)
    await sendAfter(server, 60, { outbound: push.outbound })
    expect(push.pushed).toHaveLength(2)
  },
)

test('a subscription ends with its session: by sign-out, revocation or expiry', async () => {
  const subscribe = async () => {
    const by = await server.signIn({ email: ASHA })
    await ask('PUT', makeSubscription(by).body, by)
    return by
  }
  await call(server, 'POST', '/api/auth/logout', { token: await subscribe() })
  expect(await listSubscriptions()).toEqual([])
  await subscribe()
  await call(server, 'DELETE', '/api/auth/sessions', { token: asha.token })
  expect(await listSubscriptions()).toEqual([])
  await subscribe()
  server.clock.advance(8 * 86_400_000)
  await tell()
  expect(push.pushed).toEqual([])
})

test.each([
  ['the same keys', {}],
  ['other keys', { keys: makeSubscription().body.keys }],
])(
  'an endpoint stays with its first person: with %s, another person gets a 409, and no message',
  async (_, other) => {
    const device = makeSubscription()
    await ask('PUT', device.body)
    const refused = await ask('PUT', { ...device.body, ...other }, ravi.token)
    expect(refused).toMatchObject({ status: 409, json: { code: 'endpoint-taken' } })
    expect([await isOn(), await isOn(ravi.token)]).toEqual([true, false])
    await tell()
    expect(push.pushed.map(({ body }) => device.decrypt(body))).toEqual([
      expect.stringContaining('decision'),
    ])
  },
)

test("an endpoint is free for the device's next person once the session of its first person has ended", async () => {
  const device = makeSubscription()
  const first = await server.signIn({ email: ASHA })
  await ask('PUT', device.body, first)
  await call(server, 'POST', '/api/auth/logout', { token: first })
  expect((await ask('PUT', device.body, ravi.token)).status).toBe(200)
  await tell()
  expect(push.pushed).toEqual([])
  server.clock.advance(8 * 86_400_000)
  // Nobody signed Ravi out: his session expired.
  expect((await ask('PUT', device.body, await server.signIn({ email: ASHA }))).status).toBe(200)
})

test('a person who signs in again on the device keeps its endpoint, now with the new session', async () => {
  const device = makeSubscription()
  await ask('PUT', device.body)
  const again = await server.signIn({ email: ASHA })
  expect((await ask('PUT', device.body, again)).status).toBe(200)
  expect([await isOn(), await isOn(again)]).toEqual([false, true])
  await ask('DELETE', undefined, again)
  expect(await listSubscriptions()).toEqual([])
})

test('of two people who subscribe one endpoint at the same time, one has it', async () => {
  const { body } = makeSubscription()
  const answers = await Promise.all([ask('PUT', body), ask('PUT', body, ravi.token)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await listSubscriptions()).toHaveLength(1)
})

const { endpoint, keys } = makeSubscription().body
test.each([
  ['an http URL', { endpoint: 'http://push.example.com/', keys }],
  ['another port in its URL', { endpoint: 'https://push.example.com:8443/', keys }],
  ['a password in its URL', { endpoint: 'https://me:word@push.example.com/', keys }],
  ['an invalid key', { endpoint, keys: { ...keys, p256dh: 'A'.repeat(87) } }],
  ['a short secret', { endpoint, keys: { ...keys, auth: 'AAAA' } }],
])(
  'a push subscription with %s is refused, and the earlier subscription stays',
  async (_, body) => {
    await ask('PUT', { endpoint, keys })
    expect(await ask('PUT', body)).toMatchObject({ status: 400, json: { code: 'invalid-input' } })
    expect(await listSubscriptions()).toEqual([{ endpoint }])
  },
)

test('all processes share one push key pair, stored encrypted; another APP_SECRET creates a new pair', async () => {
  const { db, appSecret } = server
  await db.deleteFrom('push_keys').execute()
  const ensured = await Promise.all([1, 2].map(() => ensurePushKeys(db, appSecret)))
  const keys = await getPushKeys(db, appSecret)
  expect(ensured).toEqual([keys, keys])
  const rows = await db.selectFrom('push_keys').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(keys.privateKey)
  await ask('PUT', makeSubscription().body)
  const next = await ensurePushKeys(db, `${appSecret} of another server`)
  expect(next.publicKey).not.toBe(keys.publicKey)
  expect(await listSubscriptions()).toEqual([])
})
