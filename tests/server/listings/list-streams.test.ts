import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHUNK, nextPlace, streamList } from '#server/list-stream.ts'
import { call, readJson } from '#tests/server/api-call.ts'
import { idOf, makeListing, makeLoan, makeMarket, makeUser } from '#tests/server/market-data.ts'
import { startTestServer } from '#tests/support/server-fixture.ts'

// A whole list goes out as it is taken: who reads slowly costs the server a piece or two, and no connection.

const PIECES = 10
const SLOW_READERS = 12 // more than PostgreSQL has connections for one process
const MOST_AHEAD = 4 // pieces: what the streams between the database and the reader hold

let market: Awaited<ReturnType<typeof startMarket>>
beforeAll(async () => {
  market = await startMarket()
})
afterAll(() => market.server.close())

/** How many statements have ended. */
function makeStatementWatch() {
  const seen = { ended: 0 }
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      seen.ended += 1
      return result
    },
  }
  return { seen, plugin }
}

/** Until nothing more ends that does not wait for a reader. */
async function settle(seen: { ended: number }): Promise<void> {
  let last = -1
  for (let quietTurns = 0; quietTurns < 50; ) {
    await new Promise((resolve) => setImmediate(resolve))
    quietTurns = seen.ended === last ? quietTurns + 1 : 0
    last = seen.ended
  }
}

async function startMarket() {
  const numbers = Array.from({ length: PIECES * CHUNK }, (_, index) => index + 10_000)
  const seed = makeMarket({
    users: numbers.map((number) => makeUser({ id: idOf(number), email: `${number}@example.in` })),
    listings: numbers.map((number) => makeListing(number, { ownerId: idOf(number) })),
    loans: numbers.map((number) => makeLoan(number, { userId: idOf(number) })),
  })
  const { seen, plugin } = makeStatementWatch()
  const server = await startTestServer({ seed, plugins: [plugin], inMemory: true })
  return { server, seen, token: await server.signIn() }
}

test.each([
  ['properties', 1],
  ['users', 2],
  ['loan', 2],
])(
  'readers of %s who stop after the first piece hold no connection, and the rest is read when they go on',
  async (list, perPiece) => {
    const { seen, token } = market
    const headers = { Authorization: `Bearer ${token}` }
    const readers = []
    for (let number = 0; number < SLOW_READERS; number += 1) {
      const whole = await market.server.app.request(`/api/admin/${list}`, { headers })
      const reader = whole.body?.getReader()
      if (!reader) throw new Error('the answer has no body')
      readers.push({ reader, pieces: [(await reader.read()).value ?? new Uint8Array()] })
    }
    await settle(seen)
    // Were a connection held by each of them, none would be left for this call.
    expect(await call(market.server, 'GET', '/api/admin/loan?limit=1', { token })).toMatchObject({
      status: 200,
    })
    const stopped = seen.ended
    const [slow, ...others] = readers
    for (const { reader } of others) await reader.cancel()
    for (;;) {
      const next = await slow?.reader.read()
      if (!next?.value) break
      slow?.pieces.push(next.value)
    }
    expect(seen.ended - stopped).toBeGreaterThanOrEqual((PIECES - MOST_AHEAD) * perPiece)
    const { data } = readJson(Buffer.concat(slow?.pieces ?? []).toString())
    const rows = data as unknown as { _id: string }[] // the contract's rows
    expect(new Set(rows.map(({ _id }) => _id)).size).toBe(PIECES * CHUNK)
  },
)

test('of 100,000 rows no more pieces are made than a reader takes, and none once they are gone', async () => {
  let made = 0
  const stream = await streamList({
    head: '{"data":',
    readChunk: async (after) => {
      made += 1
      const from = after ? Number(after.key) + 1 : 0
      const places = Array.from({ length: CHUNK }, (_, index) => ({
        id: String(from + index),
        key: from + index,
      }))
      const isLast = from + CHUNK >= 100_000
      return { rows: places, next: isLast ? null : nextPlace(places) }
    },
  })
  const reader = stream.getReader()
  for (let taken = 1; taken <= 20; taken += 1) {
    await reader.read()
    expect(made).toBeLessThanOrEqual(taken + 1)
  }
  await reader.cancel()
  const atTheEnd = made
  await settle({ ended: 0 })
  expect(made).toBe(atTheEnd)
})
