import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { Hono } from 'hono'
import { afterEach, expect, test } from 'vitest'
import type { AppEnv } from '#server/app-env.ts'
import { type ProxyRange, readProxyRange } from '#server/config/proxy-range.ts'
import { readSettings } from '#server/config/server-settings.ts'
import { ServerError } from '#server/http/server-error.ts'
import { limitNetwork, limitSession } from '#server/limits/flood-guard.ts'
import { call } from '#tests/server/api-call.ts'
import { makeEventRow } from '#tests/server/events/event-calls.ts'
import { makeMarket, makeUser } from '#tests/server/market-data.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server-fixture.ts'

const CHANGES = 1000 // a long queue of changes that the panel saved while it was offline
const AT_ONCE = 5

let server: TestServer
afterEach(() => server.close())

async function start(settings: { requestsPerMinute: number; trustedProxies?: ProxyRange[] }) {
  server = await startTestServer({
    seed: makeMarket({ users: [makeUser()] }),
    inMemory: true,
    settings,
  })
}

async function askTimes(times: number, options: Parameters<typeof call>[3] = {}) {
  const statuses: number[] = []
  for (let number = 0; number < times; number += 1)
    statuses.push((await call(server, 'GET', '/api/admin/users', options)).status)
  return statuses
}

test('a flooding session gets a Retry-After, and is served again after that time', async () => {
  await start({ requestsPerMinute: 6 })
  const token = await server.signIn()
  expect(new Set(await askTimes(15, { token }))).toEqual(new Set([200]))
  const refused = await call(server, 'GET', '/api/admin/users', { token })
  expect(refused).toMatchObject({ status: 429, json: { success: false, code: 'too-many' } })
  expect(refused.json['error']).toBe('Too many requests. Try again in 10 s.')
  expect(refused.headers.get('Retry-After')).toBe('10')
  expect(refused.headers.get('Cache-Control')).toBe('no-store')
  // The limit does not apply to another session of the same user.
  expect(await askTimes(1, { token: await server.signIn() })).toEqual([200])
  server.clock.advance(10_000)
  expect(await askTimes(2, { token })).toEqual([200, 429])
})

test('a flooding network is refused whatever tokens it sends; other networks are served', async () => {
  await start({ requestsPerMinute: 6 })
  const from = '203.0.113.5'
  const statuses = []
  for (let number = 0; number < 61; number += 1)
    statuses.push(...(await askTimes(1, { from, token: `stranger-${number}` })))
  expect(statuses.slice(0, 60)).not.toContain(429)
  expect(statuses.at(-1)).toBe(429)
  const other = await call(server, 'GET', '/api/healthz', { from: '203.0.113.6' })
  expect(other.status).toBe(200)
})

test('requests for media and for the API count towards the same limit of a network address', async () => {
  await start({ requestsPerMinute: 6 })
  const from = '203.0.113.5'
  const ask = async (path: string) => (await call(server, 'GET', path, { from })).status
  const statuses = []
  for (let number = 0; number < 30; number += 1)
    statuses.push(await ask('/media/people/p01.webp'), await ask('/api/healthz'))
  expect(new Set(statuses)).toEqual(new Set([200]))
  const refused = await call(server, 'GET', '/media/people/p01.webp', { from })
  expect(refused).toMatchObject({ status: 429, json: { code: 'too-many' } })
  expect(refused.headers.get('Retry-After')).toBe('3')
  expect(await ask('/api/healthz')).toBe(429)
})

test('a phone that loads 200 portraits, 200 posters and a video in 150 ranges is not refused', async () => {
  await start({ requestsPerMinute: readSettings({}).requestsPerMinute })
  const parts = Array.from(
    { length: 150 },
    (_, part) => `bytes=${part * 1000}-${part * 1000 + 999}`,
  )
  const calls = [
    ...Array.from({ length: 200 }, () => ['/media/people/p01.webp', {}] as const),
    ...Array.from({ length: 200 }, () => ['/media/posters/kids-room.jpg', {}] as const),
    ...parts.map((range) => ['/media/videos/kids-room.mp4', { Range: range }] as const),
  ]
  const from = '203.0.113.5'
  const answers = await Promise.all(
    calls.map(([path, headers]) => call(server, 'GET', path, { from, headers })),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 206]))
})

test('a video counts as one request, whatever its size', async () => {
  await start({ requestsPerMinute: 1 })
  const url = `${await server.listen()}/media/videos/kids-room.mp4`
  // If a video were charged by its size, each would cost as much as three of the network's ten requests.
  for (let number = 0; number < 10; number += 1) expect(await askOnce(url, '')).toBe(200)
  expect(await askOnce(url, '')).toBe(429)
})

test('behind a trusted proxy, each client has its own limit', async () => {
  await start({ requestsPerMinute: 1, trustedProxies: [readProxyRange('10.0.0.9')] })
  const by = (client: string) => ({ from: '10.0.0.9', headers: { 'X-Forwarded-For': client } })
  expect((await askTimes(11, by('203.0.113.5'))).at(-1)).toBe(429)
  expect(await askTimes(1, by('203.0.113.6'))).toEqual([401])
  // An untrusted sender cannot use up another client's limit.
  const forged = { from: '203.0.113.7', headers: { 'X-Forwarded-For': '203.0.113.6' } }
  expect((await askTimes(11, forged)).at(-1)).toBe(429)
  expect(await askTimes(1, by('203.0.113.6'))).toEqual([401])
})

test('a panel that sends 1,000 queued changes, five at a time, is never refused', async () => {
  const settings = { ...readSettings({}), trustedProxies: [] }
  // The clock is fixed, so that no allowance is refilled.
  const now = new Date()
  const deps = { settings, clock: () => now }
  const app = new Hono<AppEnv>()
  app.use(limitNetwork(deps).countRequests)
  app.use(async (c, next) => {
    c.set('session', {
      token: 'one',
      userId: 'one',
      role: 'admin',
      staffRole: 'owner',
      signedInAt: now.toISOString(),
      lastSeenAt: null,
      confirmedAt: now.toISOString(),
      deviceLabel: 'a phone',
    })
    await next()
  })
  app.use(limitSession(deps))
  app.all('*', (c) => c.body(null, 200))
  app.onError((error, c) => c.body(null, error instanceof ServerError ? error.status : 500))
  const statuses = new Set<number>()
  for (let sent = 0; sent < CHANGES; sent += AT_ONCE) {
    const changes = Array.from({ length: AT_ONCE }, () => app.request('/', { method: 'PATCH' }))
    // The panel also reads data while it sends: here once for every 50 changes.
    const answers = await Promise.all([...changes, ...(sent % 50 === 0 ? [app.request('/')] : [])])
    for (const { status } of answers) statuses.add(status)
  }
  expect([...statuses]).toEqual([200])
  const more = await Promise.all(Array.from({ length: CHANGES }, () => app.request('/')))
  expect(more.at(-1)?.status).toBe(429)
})

test.each([
  ['a session', 6, 200],
  ['a network', 1, 429],
])('%s is charged one request per 100 kB of an answer', async (_, requestsPerMinute, forOthers) => {
  await start({ requestsPerMinute })
  const url = await server.listen()
  const [account] = await server.db
    .selectFrom('users')
    .selectAll()
    .where('role', '=', 'user')
    .execute()
  if (!account) throw new Error('the market has no member')
  const rows = Array.from({ length: 60 }, (_, index) =>
    makeEventRow(index + 1, {
      owner_id: account.id,
      body: JSON.stringify({ text: 'x'.repeat(32_000) }),
    }),
  )
  await server.db.insertInto('events').values(rows).execute()
  const token = await server.signIn({ email: account.email })
  // The answer costs as much as 19 requests. That exceeds the limit of the session (15 requests) in the first case, and
  // of the network (10) in the second. The first request passes, because the size of its answer is charged afterwards.
  expect(await askOnce(`${url}/api/events/user`, token)).toBe(200)
  await expect.poll(server.countConnections).toBe(0)
  expect(await askOnce(`${url}/api/events/user`, token)).toBe(429)
  const other = await server.signIn({ email: account.email })
  expect(await askOnce(`${url}/api/events/user?limit=1`, other)).toBe(forOthers)
})

/** Sends a request on a new connection. Resolves with the status when the whole answer has been received. */
async function askOnce(url: string, token: string): Promise<number | undefined> {
  const headers = { Authorization: `Bearer ${token}` }
  const request = get(url, { agent: false, headers })
  const [answer]: IncomingMessage[] = await once(request, 'response')
  answer?.resume()
  if (answer) await once(answer, 'close')
  return answer?.statusCode
}

test('nothing is limited if requestsPerMinute is 0', async () => {
  await start({ requestsPerMinute: 0 })
  expect(new Set(await askTimes(50))).toEqual(new Set([401]))
})
