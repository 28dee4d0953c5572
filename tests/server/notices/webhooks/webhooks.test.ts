import { beforeEach, expect, test } from 'vitest'
import { readAllText } from '#tests/server/whole-database.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'
import { makeWebhookCalls, WANTED } from './webhook-runs.ts'

const server = serverForEachTest({ seed: 'none' })
let hooks: ReturnType<typeof makeWebhookCalls>

beforeEach(async () => {
  hooks = makeWebhookCalls(server, await server.signIn())
})

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
  for (const action of ['pause', 'resume', 'test']) await hooks.ask('POST', `/${id}/${action}`)
  const [sent] = await hooks.log(id)
  expect(sent).toMatchObject({ event: 'webhook.test', state: 'waiting' })
  await hooks.replay(sent?.['_id'])
  await hooks.ask('DELETE', `/${id}`)
  const actions = ['created', 'events changed', 'secret rotated', 'old secret ended', 'paused']
  actions.push('resumed', 'tested', 'event replayed to', 'deleted')
  expect((await server.listAudit('webhook')).map(({ to_value }) => to_value)).toEqual(
    actions.map((action) => `${action} hooks.example.com`),
  )
  expect(await server.db.selectFrom('jobs').select('id').execute()).toEqual([])
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
  ['an http: URL', { address: 'http://hooks.example.com/' }],
  ['a port other than 443', { address: 'https://hooks.example.com:8443/' }],
  ['a password in its URL', { address: 'https://me:word@hooks.example.com/' }],
  ['a loopback address', { address: 'https://127.0.0.1/' }],
  ['a loopback address as a single number', { address: 'https://2130706433/' }],
  ['a private IPv6 address', { address: 'https://[fd00::1]/' }],
  ['no events', { events: [] }],
  ['an unknown event', { events: ['listing.seen'] }],
])('a webhook with %s is refused', async (_, change) => {
  const refused = await hooks.ask('POST', '', { ...WANTED, ...change })
  expect(refused).toMatchObject({ status: 400, json: { code: 'invalid-input' } })
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
  const next = `?limit=2&cursor=${json['meta']?.['nextCursor']}`
  expect(await hooks.log(id, next)).toEqual(all.slice(2))
  expect((await hooks.ask('GET', `/${id}/deliveries?cursor=none`)).status).toBe(400)
})

test('there are at most 20 webhooks', async () => {
  for (let made = 0; made < 20; made += 1) await hooks.create()
  expect(await hooks.ask('POST', '', WANTED)).toMatchObject({
    status: 409,
    json: { code: 'too-many-webhooks' },
  })
})
