import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { call } from '#tests/server/api-call.ts'
import { makeMarket } from '#tests/server/market-data.ts'
import { readAllText } from '#tests/server/whole-database.ts'
import { startTestServer } from '#tests/support/server/server-fixture.ts'

const PANEL = 'https://panel.example.in'
const DAY_MS = 86_400_000
/** The answer to a wrong password. It shows that the guard let the request through. */
const LET_THROUGH = { status: 401, code: 'invalid-credentials' }

const server = await startTestServer({
  seed: makeMarket(),
  settings: { corsOrigins: [PANEL] },
})
afterAll(() => server.close())
// After a day, earlier failed sign-ins no longer count.
beforeEach(() => server.clock.advance(DAY_MS))

async function askFor(site: string | null, origin = 'https://evil.example', method = 'POST') {
  const headers: Record<string, string> = { 'Content-Type': 'text/plain', Origin: origin }
  if (site) headers['Sec-Fetch-Site'] = site
  const body = method === 'POST' ? { email: 'asha.rao@example.in', password: 'x' } : undefined
  const { status, json } = await call(server, method, '/api/auth/login', { headers, body })
  return { status, code: json['code'] ?? null }
}

test.each(['cross-site', 'same-site'])(
  'a %s page cannot write on behalf of a visitor',
  async (site) => {
    const before = await readAllText(server)
    expect(await askFor(site)).toEqual({ status: 403, code: 'foreign-page' })
    expect(await readAllText(server)).toBe(before)
    expect(await askFor(site, PANEL)).toEqual(LET_THROUGH)
    expect(await readAllText(server)).not.toBe(before)
  },
)

test.each(['same-origin', 'none', null])(
  'writes from our own page, the address bar and programs are allowed: Sec-Fetch-Site is %s (null: absent)',
  async (site) => {
    expect(await askFor(site, 'http://localhost')).toEqual(LET_THROUGH)
  },
)

describe('without Sec-Fetch-Site, the origin decides', () => {
  test.each([
    ['another site', 'https://evil.example', 403],
    ['another port of our host', 'http://localhost:8080', 403],
    ['a sandboxed frame or a page of a file', 'null', 403],
    ['the public address', server.publicUrl, LET_THROUGH.status],
    ['the host of the request itself', 'http://localhost', LET_THROUGH.status],
    ['a host of CORS_ORIGINS', PANEL, LET_THROUGH.status],
  ])('%s (%s): status %i', async (_, origin, status) => {
    expect((await askFor(null, origin)).status).toBe(status)
  })
})

test('the guard does not refuse reads from other origins, which are subject to CORS', async () => {
  expect(await askFor('cross-site', PANEL, 'GET')).toEqual({
    status: 405,
    code: 'method-not-allowed',
  })
})

test.each(['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'])(
  'the header %s does not change the method of a request',
  async (name) => {
    const token = await server.signIn()
    const answer = await call(server, 'POST', '/api/admin/properties?_method=DELETE', {
      token,
      headers: { [name]: 'GET' },
      body: { _method: 'GET' },
    })
    expect(answer.status).toBe(405)
  },
)
