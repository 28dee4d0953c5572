import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { makeDemoData } from '#server/demo/demo-data.ts'
import { call, type Json } from '#tests/server/api-call.ts'
import { idOf, makeMarket } from '#tests/server/market-data.ts'
import { startTestServer } from '#tests/support/server/server-fixture.ts'

// Measures how many bytes a phone receives when it refreshes the list, including the HTTP headers.

const LISTINGS = 10_000
const CHANGED = 10

const server = await startTestServer({ seed: makeBigMarket() })
const token = await server.signIn()
const url = await server.listen()
afterAll(() => server.close())

/** Many copies of the demo's listings, so that words and prices vary realistically. */
function makeBigMarket() {
  const { users, listings } = makeDemoData(new Date('2025-09-17T06:30:00.000Z'))
  const many = Array.from({ length: Math.ceil(LISTINGS / listings.length) }, () => listings).flat()
  const all = many.slice(0, LISTINGS).map((listing, number) => ({ ...listing, id: idOf(number) }))
  return makeMarket({ users, listings: all })
}

async function ask(query: string, etag: string) {
  const headers = {
    Authorization: `Bearer ${token}`,
    'Accept-Encoding': 'gzip, deflate, br, zstd',
    'If-None-Match': etag,
  }
  // A new connection, so that `bytesRead` counts this answer only.
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    get(`${url}/api/admin/properties${query}`, { headers, agent: false }, resolve).on(
      'error',
      reject,
    ),
  )
  const body = await buffer(response)
  return { response, body, wireBytes: response.socket.bytesRead }
}

test('refreshing a list of 10,000 listings transfers under 6 kB after 10 changes, and under 1 kB without a change', async () => {
  const whole = await call(server, 'GET', '/api/admin/properties', { token })
  const rows = whole.json['data'] as unknown as { _id: string; status?: string }[]
  expect(rows).toHaveLength(LISTINGS)
  const tag = whole.headers.get('ETag') ?? ''
  const query = `?since=${String(whole.json['meta']?.['cursor'])}`

  const idle = await ask(query, tag)
  expect(idle.response.statusCode).toBe(304)
  expect(idle.wireBytes).toBeLessThan(1_000)

  const changed = rows.filter((_row, place) => place % (LISTINGS / CHANGED) === 7)
  for (const { _id, status } of changed) {
    const body = { status: status === 'approved' ? 'rejected' : 'approved' }
    await call(server, 'PATCH', `/api/admin/properties/${_id}/status`, { token, body })
  }
  const { response, body, wireBytes } = await ask(query, tag)
  expect(response.headers['content-encoding']).toBe('br')
  const { data, removed }: Json = JSON.parse(brotliDecompressSync(body).toString())
  const ids = (data as unknown as { _id: string }[]).map(({ _id }) => _id)
  expect(ids).toEqual(changed.map(({ _id }) => _id))
  expect(removed).toEqual([])
  expect(wireBytes).toBeGreaterThan(body.byteLength)
  expect(wireBytes).toBeLessThan(6_000)
})
