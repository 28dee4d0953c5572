import { beforeAll, describe, expect, test } from 'vitest'
import { ALL_PERMISSIONS, may, STAFF_ROLES, type StaffRole } from '#src/domain/team/permission.ts'
import { findRefusal, PROMISED, ROUTE_RULES } from '#tests/server/accounts/sign-in/route-rules.ts'
import { call } from '#tests/server/api-call.ts'
import { makeMarket } from '#tests/server/market-data.ts'
import { startServerForFile } from '#tests/support/server/server-for-test.ts'

const PAST_SESSION_MS = 8 * 86_400_000 // a day longer than a session

const server = await startServerForFile({
  seed: makeMarket(),
  distDir: import.meta.dirname,
})

// Reads the routes from the router, so that no new route is missed. Skips handlers for all methods,
// because these are guards and the answer 405 to wrong methods.
const routes = [
  ...new Set(
    server.app.routes
      .filter(({ method }) => method !== 'ALL')
      .map(({ path, method }) => `${method} ${path.replace(/^\/\*$/, '*')}`),
  ),
].sort()

let user = ''
let operator = ''
const staff = new Map<StaffRole, string>()
let expired = ''
let closed = ''

beforeAll(async () => {
  expired = await server.signIn()
  server.clock.advance(PAST_SESSION_MS)
  closed = await server.signIn()
  await call(server, 'POST', '/api/auth/logout', { token: closed })
  user = await server.signIn({ email: 'asha.rao@example.in' })
  operator = await server.signIn()
  for (const role of STAFF_ROLES) staff.set(role, await server.signInAs(role))
})

function ask(route: string, token?: string) {
  const [method = '', path = ''] = route.split(' ')
  const place = path.replace(':id', 'f'.repeat(24)).replace('*', '/nothing-of-this-name')
  // Some calls validate the body before the role, so the body must be valid.
  const body = BODIES.get(path) ?? BODIES.get(method) ?? {}
  return call(server, method, place.replace('//', '/'), { ...body, ...(token && { token }) })
}

const BODIES = new Map<string, { body: object }>([
  [
    '/api/admin/properties/changes',
    {
      body: {
        batch: { id: 'b'.repeat(32), count: 1 },
        changes: [{ place: 0, id: 'f'.repeat(24), to: 'approved' }],
      },
    },
  ],
  ['PATCH', { body: { status: 'approved' } }],
  ['/api/admin/properties/:id/contact-attempts', { body: { by: 'call' } }],
  [
    '/api/admin/properties/:id/visits',
    {
      body: {
        id: 'f'.repeat(24),
        at: '2025-09-17T05:00:00.000Z',
        answers: [],
        note: 'Seen.',
        place: null,
      },
    },
  ],
  [
    '/api/admin/properties/:id/visit-photos',
    { body: { upload: 'f'.repeat(32), takenAt: '2025-09-17T05:00:00.000Z' } },
  ],
  [
    'PUT',
    { body: { changeKey: 'key-0123456789abcdef', code: 'other', note: '', changesNeeded: false } },
  ],
])

/** Statuses of requests that pass the guard. Their id matches no record, and most have no body. */
const REACHED = [200, 400, 404, 409, 412]

test('every route has an access rule, and every rule a route', () => {
  expect(routes).toEqual(Object.keys(ROUTE_RULES).sort())
})

test('no call under /api/admin, /api/account or /api/events is open to everyone', () => {
  const open = routes.filter((route) => ROUTE_RULES[route] === 'open')
  expect(open.filter((route) => /^\w+ \/api\/(admin|account|events)\//.test(route))).toEqual([])
})

test.each(ALL_PERMISSIONS)('exactly the roles in PROMISED have the permission %s', (permission) => {
  expect(STAFF_ROLES.filter((role) => may(role, permission))).toEqual(PROMISED[permission])
})

describe.each(routes.map((route) => [route, ROUTE_RULES[route] ?? 'manage-staff'] as const))(
  '%s, which has the access rule "%s",',
  (route, rule) => {
    test.each(['anonymous', 'user', ...STAFF_ROLES] as const)(
      'applies the rule to a caller who is %s',
      async (who) => {
        // A sign-out ends its session, so that call gets a session of its own.
        const token = who === 'anonymous' ? undefined : who === 'user' ? user : staff.get(who)
        const own = route === 'POST /api/auth/logout' && token ? await server.signIn() : token
        const { status, json } = await ask(route, own)
        const refusal = findRefusal(rule, who)
        if (refusal === null) expect(REACHED).toContain(status)
        else {
          expect(status).toBe(refusal.status)
          expect(json).toMatchObject({ success: false, code: refusal.code })
          expect(String(json['error'])).toMatch(/^[A-Z].+\.$/)
        }
      },
    )

    test('treats a forged, expired or signed-out token like no token', async () => {
      for (const token of ['x'.repeat(43), "' or 1=1 --", expired, closed]) {
        const { status } = await ask(route, token)
        if (rule === 'open') expect(REACHED).toContain(status)
        else expect(status).toBe(401)
      }
    })
  },
)

test('after a role is revoked, the next call that needs it is refused', async () => {
  await server.setAccount(server.operator.email, { role: 'user' })
  expect((await ask('GET /api/admin/users', operator)).status).toBe(403)
  await server.setAccount(server.operator.email, { role: 'admin' })
  expect((await ask('GET /api/admin/users', operator)).status).toBe(200)
})
