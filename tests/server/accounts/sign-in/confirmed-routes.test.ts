import { beforeEach, describe, expect, test } from 'vitest'
import { call } from '#tests/server/api-call.ts'
import { idOf, makeMarket } from '#tests/server/market-data.ts'
import { readAllText } from '#tests/server/whole-database.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'
import { ROUTE_RULES } from './route-rules.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Changing calls of the panel and of the own account that need a confirmation within the last ten minutes. */
const CONFIRMED = [
  'DELETE /api/auth/sessions',
  'DELETE /api/auth/sessions/:id',
  'POST /api/auth/export',
  'POST /api/auth/deletion',
  'POST /api/auth/passkeys/options',
  'DELETE /api/auth/passkeys/:id',
  'POST /api/admin/staff/invitations',
  'POST /api/admin/staff/invitations/:id/resend',
  'DELETE /api/admin/staff/invitations/:id',
  'PATCH /api/admin/staff/:id/role',
  'PATCH /api/admin/staff/:id/suspension',
  'DELETE /api/admin/staff/:id/second-factor',
  'PATCH /api/admin/factor-rules',
  'DELETE /api/admin/restore',
  'DELETE /api/admin/restore/passkeys/:id',
  'DELETE /api/admin/restore/member-passkeys',
  'POST /api/admin/api-keys',
  'DELETE /api/admin/api-keys/:id',
  'POST /api/admin/webhooks',
  'DELETE /api/admin/webhooks/:id',
  'POST /api/admin/webhooks/:id/rotation',
  'POST /api/admin/webhooks/:id/resume',
  'POST /api/admin/users/:id/deletion',
  'DELETE /api/admin/users/:id/deletion',
  'POST /api/admin/users/:id/export-offer',
  'POST /api/admin/loan/:id/pan',
]

/** Valid bodies, so that only the confirmation can refuse the call. */
const BODIES: Readonly<Record<string, object>> = {
  'POST /api/auth/deletion': { withdrawsConsent: false },
  'POST /api/admin/staff/invitations': { email: 'new@team.example', role: 'viewer' },
  'PATCH /api/admin/staff/:id/role': { role: 'support' },
  'PATCH /api/admin/staff/:id/suspension': { isSuspended: true },
  'PATCH /api/admin/factor-rules': { role: 'viewer', isRequired: true },
  'POST /api/admin/api-keys': {
    name: 'Site',
    business: { name: 'Agency', email: 'agency@example.in' },
  },
  'POST /api/admin/webhooks': { address: 'https://receiver.example/', events: ['listing.decided'] },
}

const server = serverForEachTest({ seed: makeMarket(), mail: 'inbox' })
let token = ''
beforeEach(async () => {
  token = await server.signIn()
})

/** Calls a route, for a record that exists if there is a member or loan with this id. */
function ask(route: string, by = token) {
  const [method = '', pattern = ''] = route.split(' ')
  const body = method === 'GET' ? {} : { body: BODIES[route] ?? {} }
  return call(server, method, pattern.replace(':id', idOf(1)), { token: by, ...body })
}

/** All tables but the counted tries, which count a refused call too, and when sessions were last seen. */
async function readState(): Promise<string> {
  const attempts = await server.db.selectFrom('attempts').selectAll().execute()
  await server.db.deleteFrom('attempts').execute()
  await server.settle()
  const state = (await readAllText(server)).replace(
    /"last_(?:seen|active)_at":(?:null|"[^"]*")/g,
    '',
  )
  if (attempts.length > 0) await server.db.insertInto('attempts').values(attempts).execute()
  return state
}

describe.each(CONFIRMED)('%s', (route) => {
  test('needs a confirmation of identity within the last ten minutes, and changes nothing without one', async () => {
    server.clock.advance(10 * MINUTE_MS - 1)
    expect((await ask(route)).json['code']).not.toBe('confirm-identity')
    token = await server.signIn() // the call may have ended the other session
    server.clock.advance(10 * MINUTE_MS)
    await ask(route) // notes that the session was seen
    const before = await readState()
    expect(await ask(route)).toMatchObject({ status: 403, json: { code: 'confirm-identity' } })
    expect(await readState()).toBe(before)
    const body = { password: server.operator.password }
    expect((await call(server, 'POST', '/api/auth/confirm', { token, body })).status).toBe(200)
    expect((await ask(route)).json['code']).not.toBe('confirm-identity')
  })
})

test('a wrong password is no confirmation', async () => {
  server.clock.advance(10 * MINUTE_MS)
  const body = { password: 'not the right password' }
  expect((await call(server, 'POST', '/api/auth/confirm', { token, body })).status).toBe(400)
  expect((await ask('DELETE /api/auth/sessions')).json).toMatchObject({ code: 'confirm-identity' })
})

test('the confirmation of one session does not count for another', async () => {
  const other = await server.signIn()
  server.clock.advance(10 * MINUTE_MS)
  const { password } = server.operator
  await call(server, 'POST', '/api/auth/confirm', { token: other, body: { password } })
  expect((await ask('DELETE /api/auth/sessions')).json).toMatchObject({ code: 'confirm-identity' })
  expect((await ask('DELETE /api/auth/sessions', other)).status).toBe(200)
})

/** What an offline day has queued is accepted, and the own account has other guards. */
const OPEN_TO_IDLE = [
  'PATCH /api/admin/properties/:id/status',
  'POST /api/admin/properties/changes',
  'PUT /api/admin/properties/:id/reason',
  'DELETE /api/admin/properties/:id',
  'DELETE /api/admin/property/:id',
  'PUT /api/admin/notes/:id',
  'DELETE /api/admin/notes/:id',
  'POST /api/admin/properties/:id/contact-attempts',
  'POST /api/admin/properties/:id/visits',
  'POST /api/admin/properties/:id/visit-photos',
]
const OF_PANEL = Object.keys(ROUTE_RULES).filter(
  (route) => route.includes(' /api/admin/') && !OPEN_TO_IDLE.includes(route),
)
const CLOSED_TO_IDLE = [
  ...OF_PANEL,
  'GET /api/auth/sessions',
  'GET /api/auth/account',
  'PATCH /api/auth/account',
]

test('an idle session of staff is refused by every route of the panel but those of what devices queue, and changes nothing', async () => {
  server.clock.advance(12 * HOUR_MS - 1)
  expect((await ask('GET /api/admin/me')).status).toBe(200)
  await server.settle()
  server.clock.advance(12 * HOUR_MS)
  const before = await readState()
  for (const route of CLOSED_TO_IDLE) {
    const { status, json } = await ask(route)
    expect([route, status, json['code']]).toEqual([route, 403, 'reauthenticate'])
  }
  for (const route of OPEN_TO_IDLE)
    expect((await ask(route)).json['code']).not.toBe('reauthenticate')
  expect(await readState()).toBe(before)
})

test.each([
  ['a millisecond before', -1, 200],
  ['exactly', 0, 403],
])(
  'a session is idle %s twelve hours after its last call, which is what keeps it active',
  async (_, offsetMs, status) => {
    const read = () => call(server, 'GET', '/api/admin/me', { token })
    server.clock.advance(11 * HOUR_MS)
    expect((await read()).status).toBe(200)
    await server.settle()
    server.clock.advance(12 * HOUR_MS + offsetMs)
    expect((await read()).status).toBe(status)
    // A refused call, and a sent decision, do not make the session active again.
    if (status === 403) {
      await ask('PATCH /api/admin/properties/:id/status')
      await server.settle()
      expect((await read()).status).toBe(403)
    }
  },
)
