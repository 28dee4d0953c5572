import { afterEach, beforeEach, expect, test } from 'vitest'
import { readAllText } from '#tests/server/whole-database.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server-fixture.ts'
import { makeWebhookCalls, WANTED } from './webhook-runs.ts'

let server: TestServer
let hooks: ReturnType<typeof makeWebhookCalls>

beforeEach(async () => {
  server = await startTestServer({ seed: 'none', inMemory: true })
  hooks = makeWebhookCalls(server, await server.signIn())
})
afterEach(() => server.close())

test('a secret is returned once and stored encrypted', async () => {
  const { id, secret } = await hooks.create()
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(await hooks.list()).toEqual([
    {
      _id: id,
      ...WANTED,
      state: 'active',
      failures: 0,
      isRotating: false,
      createdAt: server.clock.now().toISOString(),
      pausedAt: null,
    },
  ])
  expect(await readAllText(server)).not.toContain(secret.slice(6))
})

test("each change of a webhook is in the audit log, which shows only the host of the webhook's URL", async () => {
  const { id } = await hooks.create()
  await hooks.ask('PATCH', `/${id}`, { events: ['listing.deleted'] })
  expect(await hooks.list()).toMatchObject([{ events: ['listing.deleted'] }])
  await hooks.ask('POST', `/${id}/rotation`)
  await hooks.ask('DELETE', `/${id}/rotation`)
  await hooks.ask('POST', `/${id}/pause`)
  await hooks.ask('POST', `/${id}/resume`)
  await hooks.ask('POST', `/${id}/test`)
  const [sent] = await hooks.log(id)
  expect(sent).toMatchObject({ event: 'webhook.test', state: 'waiting' })
  await hooks.replay(sent?.['_id'])
  await hooks.ask('DELETE', `/${id}`)
  const entries = await server.db
    .selectFrom('audit_log')
    .select('to_value')
    .where('action', '=', 'webhook')
    .orderBy('id')
    .execute()
  const actions = ['created', 'events changed', 'secret rotated', 'old secret ended', 'paused']
  actions.push('resumed', 'tested', 'event replayed to', 'deleted')
  expect(entries.map(({ to_value }) => to_value)).toEqual(
    actions.map((action) => `${action} hooks.example.com`),
  )
  expect(await server.db.selectFrom('webhook_deliveries').select('id').execute()).toEqual([])
})

test('creating, resuming or deleting a webhook, or rotating its secret, needs a confirmation of identity within the last ten minutes', async () => {
  const { id } = await hooks.create()
  await hooks.ask('POST', `/${id}/pause`)
  server.clock.advance(600_000)
  for (const [method, path, body] of [
    ['POST', '', WANTED],
    ['POST', `/${id}/rotation`],
    ['POST', `/${id}/resume`],
    ['DELETE', `/${id}`],
  ] as const)
    expect(await hooks.ask(method, path, body)).toMatchObject({
      status: 403,
      json: { code: 'confirm-identity' },
    })
  expect(await hooks.list()).toMatchObject([{ state: 'paused', isRotating: false }])
})

test.each([
  ['an http: URL', { ...WANTED, address: 'http://hooks.example.com/' }],
  ['a port other than 443', { ...WANTED, address: 'https://hooks.example.com:8443/' }],
  ['a password in its URL', { ...WANTED, address: 'https://me:word@hooks.example.com/' }],
  ['a loopback address', { ...WANTED, address: 'https://127.0.0.1/' }],
  ['a loopback address as a single number', { ...WANTED, address: 'https://2130706433/' }],
  ['a private IPv6 address', { ...WANTED, address: 'https://[fd00::1]/' }],
  ['no events', { ...WANTED, events: [] }],
  ['an unknown event', { ...WANTED, events: ['listing.seen'] }],
])('a webhook with %s is refused', async (_, body) => {
  expect(await hooks.ask('POST', '', body)).toMatchObject({
    status: 400,
    json: { code: 'invalid-input' },
  })
  expect(await hooks.list()).toEqual([])
})

test('the delivery log is returned in pages, newest delivery first', async () => {
  const { id } = await hooks.create()
  for (let sent = 0; sent < 3; sent += 1) {
    await hooks.ask('POST', `/${id}/test`)
    server.clock.advance(1000)
  }
  const all = await hooks.log(id)
  const times = all.map(({ createdAt }) => createdAt)
  expect(times).toEqual(times.toSorted().toReversed())
  expect(new Set(times).size).toBe(3)
  const { json } = await hooks.ask('GET', `/${id}/deliveries?limit=2`)
  expect(json['data']).toEqual(all.slice(0, 2))
  const cursor = (json['meta'] as unknown as { nextCursor: string }).nextCursor // the API documents this field
  expect(await hooks.log(id, `?limit=2&cursor=${cursor}`)).toEqual(all.slice(2))
  expect((await hooks.ask('GET', `/${id}/deliveries?cursor=none`)).status).toBe(400)
})

test('there are at most 20 webhooks', async () => {
  for (let made = 0; made < 20; made += 1) await hooks.create()
  expect(await hooks.ask('POST', '', WANTED)).toMatchObject({
    status: 409,
    json: { code: 'too-many-webhooks' },
  })
})
