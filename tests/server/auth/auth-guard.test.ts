import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '#tests/server/api-call.ts'
import { makeMarket } from '#tests/server/market-data.ts'
import { startTestServer } from '#tests/support/server-fixture.ts'

const server = await startTestServer({ seed: makeMarket(), inMemory: true })
afterAll(() => server.close())

// From the router itself, so that a new route cannot be forgotten here.
const routes = server.app.routes
  .filter((route) => route.path.startsWith('/api/admin/') && route.method !== 'ALL')
  .map((route) => [route.method, route.path.replace(':id', 'f'.repeat(24))] as const)

let member = ''
let operator = ''
let expired = ''

beforeAll(async () => {
  expired = await server.signIn()
  server.clock.advance(8 * 86_400_000)
  member = await server.signIn({ email: 'asha.rao@example.in' })
  operator = await server.signIn()
})

test('the panel has every route of the specification', () => {
  expect(routes.map((route) => route.join(' '))).toEqual(
    expect.arrayContaining([
      'GET /api/admin/dashboard-stats',
      'GET /api/admin/properties',
      'GET /api/admin/loan',
      'GET /api/admin/users',
      `PATCH /api/admin/properties/${'f'.repeat(24)}/status`,
      `DELETE /api/admin/property/${'f'.repeat(24)}`,
    ]),
  )
})

describe.each(routes)('%s %s', (method, path) => {
  test('is closed without a token, with a forged one and with an expired one', async () => {
    const tokens = [undefined, 'x'.repeat(43), "' or 1=1 --", expired]
    for (const token of tokens) {
      const answer = await call(server, method, path, token === undefined ? {} : { token })
      expect(answer.status).toBe(401)
      expect(answer.json).toMatchObject({ success: false, code: 'unauthenticated' })
    }
  })

  test('is closed to a member', async () => {
    const answer = await call(server, method, path, { token: member })
    expect(answer.status).toBe(403)
    expect(answer.json).toMatchObject({ success: false, code: 'forbidden' })
  })

  test('is open to the operator', async () => {
    const answer = await call(server, method, path, { token: operator })
    expect([200, 400, 404]).toContain(answer.status)
  })
})
