import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { AppEnv } from '#server/platform/app-env.ts'
import { type ProxyRange, readProxyRange } from '#server/platform/config/proxy-range.ts'
import { readSettings } from '#server/platform/config/server-settings.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { limitNetwork, limitSession } from '#server/platform/limits/flood-guard.ts'
import { call } from '#tests/server/api-call.ts'
import { makeEventRow } from '#tests/server/events/event-calls.ts'
import { makeMarket, makeUser } from '#tests/server/market-data.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'
import { startServerForTest } from '#tests/support/server/server-for-test.ts'

const CHANGES = 1000 // a long queue of changes that the panel saved while it was offline
const AT_ONCE = 5

const FROM = '203.0.113.5'

let server: TestServer
async function start(settings: { requestsPerMinute: number; trustedProxies?: ProxyRange[] }) {
  server = await startServerForTest({ seed: makeMarket(), settings })
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
  for (let number = 0; number < 61; number += 1) {
    const [status] = await askTimes(1, { from: FROM, token: `stranger-${number}` })
    expect(status).toBe(number < 60 ? 401 : 429)
  }
  const other = await call(server, 'GET', '/api/healthz', { from: '203.0.113.6' })
  expect(other.status).toBe(200)
})

test('an IPv6 /48 may send five times as much as one of its networks, whatever networks its requests come from', async () => {
  await start({ requestsPerMinute: 6 })
  const ask = async (from: string) => (await call(server, 'GET', '/api/healthz', { from })).status
  const networkOf = (number: number) => `2001:db8:7:${number.toString(16)}::1`
  for (let number = 0; number < 300; number += 1) expect(await ask(networkOf(number))).toBe(200)
  expect(await ask(networkOf(300))).toBe(429)
  expect(await ask('2001:db8:8::1')).toBe(200)
  // An IPv4 address is the same network in its IPv6 form.
  for (let number = 0; number < 60; number += 1) expect(await ask(FROM)).toBe(200)
  expect(await ask(`::ffff:${FROM}`)).toBe(429)
})

test('all sessions of an account share one allowance of changes', async () => {
  await start({ requestsPerMinute: 6 })
  const { email } = makeUser()
  const change = async (token: string) =>
    (await call(server, 'DELETE', `/api/events/${'f'.repeat(24)}`, { token })).status
  const one = await server.signIn({ email, preferredRole: 'user' })
  const other = await server.signIn({ email, preferredRole: 'user' })
  for (let number = 0; number < 15; number += 1)
    expect(await change(number % 2 ? one : other)).toBe(404)
  expect([await change(one), await change(other)]).toEqual([429, 429])
  const read = await call(server, 'GET', '/api/events/user', { token: one })
  expect(read.status).toBe(200)
  expect(await change(await server.signIn())).toBe(404)
})

test('requests for media and for the API count towards the same limit of a network address', async () => {
  await start({ requestsPerMinute: 6 })
  const paths = ['/media/people/p01.webp', '/api/healthz']
  const ask = () => Promise.all(paths.map((path) => call(server, 'GET', path, { from: FROM })))
  for (let number = 0; number < 30; number += 1)
    expect(await ask()).toMatchObject([{ status: 200 }, { status: 200 }])
  for (const refused of await ask()) {
    expect(refused).toMatchObject({ status: 429, json: { code: 'too-many' } })
    expect(refused.headers.get('Retry-After')).toBe('3')
  }
})

test('a phone that loads 200 portraits, 200 posters and a video in 150 ranges is not refused', async () => {
  await start({ requestsPerMinute: readSettings({}).requestsPerMinute })
  const calls = [
    ...Array<string>(200).fill('/media/people/p01.webp'),
    ...Array<string>(200).fill('/media/posters/kids-room.jpg'),
    ...Array<string>(150).fill('/media/videos/kids-room.mp4'),
  ].map((path, index) => {
    const headers = { Range: `bytes=${index}-${index + 999}` }
    return call(server, 'GET', path, { from: FROM, ...(path.endsWith('.mp4') && { headers }) })
  })
  const statuses = (await Promise.all(calls)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200, 206]))
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
  expect((await askTimes(11, by(FROM))).at(-1)).toBe(429)
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
  const { id: owner_id, email } = makeUser()
  const body = JSON.stringify({ text: 'x'.repeat(32_000) })
  const rows = Array.from({ length: 60 }, (_, index) => makeEventRow(index, { owner_id, body }))
  await server.db.insertInto('events').values(rows).execute()
  const token = await server.signIn({ email })
  // The answer costs as much as 19 requests. That exceeds the limit of the session (15 requests) in the first case, and
  // of the network (10) in the second. The first request passes, because the size of its answer is charged afterwards.
  expect(await askOnce(`${url}/api/events/user`, token)).toBe(200)
  await expect.poll(server.countConnections).toBe(0)
  expect(await askOnce(`${url}/api/events/user`, token)).toBe(429)
  const other = await server.signIn({ email })
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
