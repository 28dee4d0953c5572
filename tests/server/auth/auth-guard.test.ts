import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '#tests/server/api-call.ts'
import { makeMarket } from '#tests/server/market-data.ts'
import { startTestServer } from '#tests/support/server-fixture.ts'

const server = await startTestServer({ seed: makeMarket(), inMemory: true })
afterAll(() => server.close())

// From the router itself, so that a new route cannot be forgotten here.
const routes = [
  ...new Set(
    server.app.routes
      .filter(({ path, method }) => path.startsWith('/api/') && method !== 'ALL')
      .map(({ path, method }) => `${method} ${path.replace(':id', 'f'.repeat(24))}`),
  ),
]
const under = (prefix: string) => routes.filter((route) => route.split(' ')[1]?.startsWith(prefix))
const OPEN = [
  'GET /api/healthz',
  'GET /api/readyz',
  'GET /api/openapi.json',
  'GET /api/docs',
  'GET /api/docs.css',
  'POST /api/auth/register',
  'POST /api/auth/login',
  'POST /api/auth/verify-otp',
  'POST /api/auth/resend-otp',
]

let member = ''
let operator = ''
let expired = ''

beforeAll(async () => {
  expired = await server.signIn()
  server.clock.advance(8 * 86_400_000)
  member = await server.signIn({ email: 'asha.rao@example.in' })
  operator = await server.signIn()
})

function ask(route: string, token?: string) {
  const [method = '', path = ''] = route.split(' ')
  return call(server, method, path, token === undefined ? {} : { token })
}

/** Answers of a handler that was reached, asked without a body and for a record that is not there. */
const REACHED = [200, 400, 404]

test('every route of the specification is there, and each is the panel’s, the end users’ or open', () => {
  const id = 'f'.repeat(24)
  expect(routes).toEqual(
    expect.arrayContaining([
      'POST /api/auth/register',
      'POST /api/auth/login',
      'POST /api/auth/verify-otp',
      'GET /api/events/user',
      'POST /api/events/create',
      `PUT /api/events/${id}`,
      `DELETE /api/events/${id}`,
      'GET /api/admin/dashboard-stats',
      'GET /api/admin/properties',
      `PATCH /api/admin/properties/${id}/status`,
      `DELETE /api/admin/property/${id}`,
      'GET /api/admin/loan',
      'GET /api/admin/users',
    ]),
  )
  const named = [
    ...under('/api/admin/'),
    ...under('/api/events/'),
    'POST /api/auth/logout',
    ...OPEN,
  ]
  expect([...routes].sort()).toEqual(named.sort())
})

const closed = [...under('/api/admin/'), ...under('/api/events/'), 'POST /api/auth/logout']
describe.each(closed)('%s', (route) => {
  test('is closed without a token, with a forged one and with an expired one', async () => {
    for (const token of [undefined, 'x'.repeat(43), "' or 1=1 --", expired]) {
      const answer = await ask(route, token)
      expect(answer.status).toBe(401)
      expect(answer.json).toMatchObject({ success: false, code: 'unauthenticated' })
    }
  })
})

describe.each(under('/api/admin/'))('%s', (route) => {
  test('is closed to a member', async () => {
    const answer = await ask(route, member)
    expect(answer.status).toBe(403)
    expect(answer.json).toMatchObject({ success: false, code: 'forbidden' })
  })

  test('is open to the operator', async () => {
    expect(REACHED).toContain((await ask(route, operator)).status)
  })
})

describe.each([...under('/api/events/'), ...OPEN])('%s', (route) => {
  test('is open to a member and to the operator', async () => {
    expect(REACHED).toContain((await ask(route, member)).status)
    expect(REACHED).toContain((await ask(route, operator)).status)
  })
})

test.each(OPEN)('%s is open to whoever has no token', async (route) => {
  expect(REACHED).toContain((await ask(route)).status)
})
