import { gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { startTestServer } from '#tests/support/server/server-fixture.ts'

// Limits the size of the answers that fill the sections of the panel, because some connections are metered. Measures
// demo data as sent to a browser that accepts gzip. The size of a list with fewer than 50 rows is scaled up to 50 rows.

const ROWS = 50
const LIMIT_BYTES = 60_000

const server = await startTestServer({ inMemory: true })
const token = await server.signIn()
afterAll(() => server.close())

async function get(path: string, headers: Record<string, string> = {}) {
  const asked = { Authorization: `Bearer ${token}`, 'Accept-Encoding': 'gzip', ...headers }
  const answer = await server.app.request(path, { headers: asked })
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
}

describe.each([
  `/api/admin/properties?limit=${ROWS}`,
  `/api/admin/users?limit=${ROWS}`,
  `/api/admin/loan?limit=${ROWS}`,
  '/api/admin/dashboard-stats',
])('%s', (path) => {
  test('answers with less than 60 kB, scaled to 50 rows if the answer is a list', async () => {
    const { answer, bytes } = await get(path)
    expect(answer.status).toBe(200)
    const isPacked = answer.headers.get('Content-Encoding') === 'gzip'
    const { data } = JSON.parse((isPacked ? gunzipSync(bytes) : bytes).toString())
    const share = Array.isArray(data) ? data.length / ROWS : 1
    expect(share).toBeGreaterThan(0.5)
    expect(bytes.length / share).toBeLessThan(LIMIT_BYTES)
  })

  test('answers a repeated request for unchanged data with a 304 without a body', async () => {
    const { answer: first } = await get(path)
    const tag = first.headers.get('ETag') ?? ''
    const { answer, bytes } = await get(path, { 'If-None-Match': tag })
    expect(answer.status).toBe(304)
    expect(bytes.length).toBe(0)
    const head = [...answer.headers].map(([name, value]) => `${name}: ${value}\r\n`).join('')
    expect(head.length).toBeLessThan(1_500)
  })
})
