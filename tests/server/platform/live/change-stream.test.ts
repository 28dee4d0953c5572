import { describe, expect, test, vi } from 'vitest'
import { bumpRevision } from '#server/platform/database/revision.ts'
import { MOST_STREAMS } from '#server/platform/live/change-feed.ts'
import { call } from '#tests/server/api-call.ts'
import { idOf, makeListing, makeMarket } from '#tests/server/market-data.ts'
import { followServer } from '#tests/support/server/followed-changes.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'
import { startServerForTest } from '#tests/support/server/server-for-test.ts'

const BUSY = { timeout: 20_000 } // a busy machine takes longer than the default second

const HOUR_MS = 3_600_000

async function start() {
  const server = await startServerForTest({
    seed: makeMarket({ listings: [makeListing(1), makeListing(2)] }),
  })
  return { server, url: await server.listen(), token: await server.signIn() }
}

async function decide(server: TestServer, token: string, number: number, status = 'approved') {
  const path = `/api/admin/properties/${idOf(number)}/status`
  const answer = await call(server, 'PATCH', path, { token, body: { status } })
  expect(answer.status).toBe(200)
}

const isFollowed = (server: TestServer, streams: number) =>
  vi.waitFor(() => expect(server.changes.countFollowers()).toBe(streams), BUSY)

describe('the stream of changes', () => {
  test('speaks at once, tells the present state, and each later one', async () => {
    const { server, url, token } = await start()
    const stream = await followServer(url, token)
    expect(stream.response.headers.get('Content-Type')).toBe('text/event-stream; charset=utf-8')
    expect(stream.response.headers.get('X-Accel-Buffering')).toBe('no')
    expect(stream.response.headers.get('Cache-Control')).toBe('no-store')
    expect(stream.response.headers.get('Content-Encoding')).toBeNull()
    await vi.waitFor(() => expect(stream.states()).toHaveLength(1), BUSY)
    expect(stream.comments).toHaveLength(1)
    await decide(server, token, 1)
    await vi.waitFor(() => expect(stream.states()).toHaveLength(2), BUSY)
    expect(new Set(stream.states()).size).toBe(2)
    expect(stream.events.every(({ id, data }) => id === data)).toBe(true)
  })

  test('goes on from a state: says nothing if it is the present one, and something after many changes', async () => {
    const { server, url, token } = await start()
    const first = await followServer(url, token)
    await vi.waitFor(() => expect(first.states()).toHaveLength(1), BUSY)
    const [state = ''] = first.states()
    const same = await followServer(url, token, state)
    first.leave()
    await isFollowed(server, 1)
    expect(same.states()).toEqual([])
    for (const status of ['approved', 'rejected', 'approved'])
      await decide(server, token, 1, status)
    const late = await followServer(url, token, state)
    await vi.waitFor(() => expect(late.states().length).toBeGreaterThan(0), BUSY)
    await vi.waitFor(() => expect(same.states().at(-1)).toBe(late.states().at(-1)), BUSY)
    expect(same.states()).not.toContain(state)
  })

  test.each(['7', 'x'.repeat(3_000), '0123456789ab-', "0123456789ab-1' or 1=1", '0123456789ab-1.'])(
    'refuses the state %j',
    async (since) => {
      const { server, token } = await start()
      const path = `/api/admin/changes?since=${encodeURIComponent(since)}`
      const answer = await call(server, 'GET', path, { token })
      expect(answer).toMatchObject({ status: 400, json: { code: 'bad-cursor' } })
      expect(server.changes.countFollowers()).toBe(0)
    },
  )

  test('hears of a write that no code of this process announced, as of a command on the same database', async () => {
    const { server, url, token } = await start()
    const stream = await followServer(url, token)
    await vi.waitFor(() => expect(stream.states()).toHaveLength(1), BUSY)
    await server.db.transaction().execute(bumpRevision)
    await vi.waitFor(() => expect(stream.states()).toHaveLength(2), { timeout: 5_000 })
  })
})

describe('the stream ends', () => {
  test.each<[string, number, (parts: Awaited<ReturnType<typeof start>>) => Promise<unknown>]>([
    [
      'after a sign-out',
      401,
      ({ server, token }) => call(server, 'POST', '/api/auth/logout', { token }),
    ],
    [
      'after the session was idle for twelve hours',
      403,
      async ({ server }) => server.clock.advance(12 * HOUR_MS),
    ],
    [
      'after the session expired',
      401,
      async ({ server }) => server.clock.advance(8 * 24 * HOUR_MS),
    ],
  ])('%s, and tells nothing that happens later', async (_when, status, end) => {
    const parts = await start()
    const { server, url, token } = parts
    const stream = await followServer(url, token)
    await vi.waitFor(() => expect(stream.states()).toHaveLength(1), BUSY)
    await end(parts)
    const other = await server.signIn()
    await decide(server, other, 1)
    expect(await stream.ended).toBe('ended')
    expect(stream.events.at(-1)).toMatchObject({ event: 'end', data: String(status) })
    expect(stream.states()).toHaveLength(1)
    await isFollowed(server, 0)
  })

  test('soon after a sign-out, although nothing changes', async () => {
    const { server, url, token } = await start()
    const stream = await followServer(url, token)
    await isFollowed(server, 1)
    await call(server, 'POST', '/api/auth/logout', { token })
    expect(await stream.ended).toBe('ended')
  })

  test('when a fifth of the same session begins: the oldest', async () => {
    const { server, url, token } = await start()
    const oldest = await followServer(url, token)
    await isFollowed(server, 1)
    const later = []
    for (let more = 0; more < MOST_STREAMS; more += 1) later.push(await followServer(url, token))
    expect(await oldest.ended).toBe('ended')
    expect(oldest.events.filter(({ event }) => event === 'end')).toEqual([])
    await isFollowed(server, MOST_STREAMS)
    const other = await followServer(url, await server.signIn())
    await isFollowed(server, MOST_STREAMS + 1)
    await decide(server, token, 1)
    for (const stream of [...later, other])
      await vi.waitFor(() => expect(stream.states().length).toBeGreaterThan(0), BUSY)
  })

  test('when the server closes', async () => {
    const { server, url, token } = await start()
    const stream = await followServer(url, token)
    await server.changes.close()
    expect(await stream.ended).toBe('ended')
  })
})

test.each(['an end user', 'nobody'])('%s may not follow', async (who) => {
  const server = await startServerForTest()
  const { email } = server.demoUser
  const token = who === 'nobody' ? undefined : await server.signIn({ email })
  const answer = await call(server, 'GET', '/api/admin/changes', token ? { token } : {})
  expect(answer.status).toBe(who === 'nobody' ? 401 : 403)
  expect(server.changes.countFollowers()).toBe(0)
})
