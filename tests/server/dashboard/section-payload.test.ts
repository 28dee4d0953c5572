import { gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { startTestServer } from '#tests/support/server/server-fixture.ts'

// Limits the size of the answers that fill the sections of the panel, because some connections are metered. Measures
// demo data as sent to a browser that accepts gzip. The size of a list with fewer than 50 rows is scaled up to 50 rows.

const ROWS = 50
const LIMIT_BYTES = 60_000

const server = await startTestServer()
const token = await server.signIn()
afterAll(() => server.close())

async function get(path: string, headers: Record<string, string> = {}) {
  const asked = { Authorization: `Bearer ${token}`, 'Accept-Encoding': 'gzip', ...headers }
  const answer = await server.app.request(path, { headers: asked })
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
}

test.each([
  `/api/admin/properties?limit=${ROWS}`,
  `/api/admin/users?limit=${ROWS}`,
  `/api/admin/loan?limit=${ROWS}`,
  '/api/admin/dashboard-stats',
])(
  '%s answers with less than 60 kB, scaled to 50 rows, and then with a 304 of 1.5 kB',
  async (path) => {
    const { answer: first, bytes } = await get(path)
    expect(first.status).toBe(200)
    const isPacked = first.headers.get('Content-Encoding') === 'gzip'
    const { data } = JSON.parse((isPacked ? gunzipSync(bytes) : bytes).toString())
    const share = Array.isArray(data) ? data.length / ROWS : 1
    expect(share).toBeGreaterThan(0.5)
    expect(bytes.length / share).toBeLessThan(LIMIT_BYTES)

    const again = await get(path, { 'If-None-Match': first.headers.get('ETag') ?? '' })
    expect([again.answer.status, again.bytes.length]).toEqual([304, 0])
    const head = [...again.answer.headers].map(([name, value]) => `${name}: ${value}\r\n`).join('')
    expect(head.length).toBeLessThan(1_500)
  },
)
