import { beforeAll, describe, expect, test } from 'vitest'
import {
  ALL_PERMISSIONS,
  fieldSetOf,
  may,
  STAFF_ROLES,
  type StaffRole,
} from '#src/domain/team/permission.ts'
import { call, type Json } from '#tests/server/api-call.ts'
import { idOf, makeListing, makeLoan, makeMarket, makePayment } from '#tests/server/market-data.ts'
import { startServerForFile } from '#tests/support/server/server-for-test.ts'
import { PROMISED } from './route-rules.ts'

// Tests which fields each role gets in answers. Fields that a role may not see are absent, not null.

const LISTING = makeListing(7, { status: 'pending' })
const server = await startServerForFile({
  seed: makeMarket({
    listings: [LISTING, makeListing(8)],
    loans: [makeLoan(3)],
    transactions: [makePayment(1)],
  }),
})

const tokens = new Map<StaffRole, string>()
beforeAll(async () => {
  for (const role of STAFF_ROLES) tokens.set(role, await server.signInAs(role))
})

function ask(role: StaffRole, path: string, headers: Record<string, string> = {}) {
  return call(server, 'GET', `/api/admin${path}`, { token: tokens.get(role) ?? '', headers })
}

const rolesThat = (permission: Parameters<typeof may>[1]) =>
  STAFF_ROLES.filter((role) => may(role, permission))

/** Each list, whole and in pages: path, permission, key of HIDDEN, and fields that all roles see. */
const LISTS = [
  ['/properties', 'see-listings', 'listings', ['_id', 'propertyName', 'ownerDetails']],
  ['/properties?limit=10', 'see-listings', 'listings', ['_id', 'propertyName', 'ownerDetails']],
  ['/users', 'see-members', 'members', ['_id', 'fullName', 'posted']],
  ['/users?limit=10', 'see-members', 'members', ['_id', 'fullName', 'posted']],
  ['/loan', 'see-loans', 'loans', ['_id', 'user', 'createdAt']],
  ['/loans?limit=10', 'see-loans', 'loans', ['_id', 'user', 'createdAt']],
] as const

const HIDDEN = {
  listings: { row: [], ownerDetails: ['phoneNumber', 'email'] },
  members: { row: ['phoneNumber', 'email', 'totalSpending'] },
  loans: { row: ['occupationType', 'income', 'panNumber'], user: ['phoneNumber'] },
} as const

describe.each(LISTS)('%s', (path, permission, list, always) => {
  test.each(rolesThat(permission))(
    'returns rows with only the fields that the role %s may see',
    async (role) => {
      const { json, text } = await ask(role, path)
      const [row = {}] = json['data'] as unknown as Record<string, Json>[]
      for (const field of always) expect(row).toHaveProperty(field)
      const seesAll = fieldSetOf(role, list) === 'all'
      for (const [part, fields] of Object.entries(HIDDEN[list]))
        for (const field of fields) {
          const holder = part === 'row' ? row : (row[part] ?? {})
          expect(Object.hasOwn(holder, field), `${part} ${field}`).toBe(seesAll)
        }
      if (!seesAll) expect(text).not.toMatch(/98765|asha\.rao|ABCPV|Salaried/)
    },
  )
})

test.each([
  ['owner', ['totalProperties', 'boostedProperties', 'totalRevenue', 'totalUsers'], true, true],
  ['reviewer', ['totalProperties', 'boostedProperties', 'totalUsers'], true, false],
  ['loans', ['totalProperties', 'boostedProperties', 'totalRevenue', 'totalUsers'], false, false],
  ['support', [], true, false],
  ['viewer', ['totalProperties', 'boostedProperties', 'totalRevenue', 'totalUsers'], true, true],
] as const)(
  'the dashboard of the role %s has the figures %j',
  async (role, figures, hasBoard, hasPayments) => {
    const { status, json } = await ask(role, '/dashboard-stats')
    expect(status).toBe(200)
    const { chartData, properties, lastTransactions, ...rest } = json['data'] ?? {}
    const queue = hasBoard ? ['queue'] : []
    expect(Object.keys(rest).sort()).toEqual([...figures, ...queue].sort())
    expect(properties).toHaveLength(hasBoard ? 2 : 0)
    expect(chartData).toHaveLength(hasPayments ? 12 : 0)
    expect(lastTransactions).toHaveLength(hasPayments ? 1 : 0)
    if (role === 'viewer') expect(JSON.stringify(properties)).not.toContain('98765')
  },
)

test.each(['/properties', '/properties?limit=10', '/users', '/loan', '/loan?limit=5'])(
  'the ETag of %s that one role got never gives a 304 to a role that sees other fields',
  async (path) => {
    const [all, names] = ['owner', 'viewer'] as const
    const own = (await ask(all, path)).headers.get('ETag') ?? ''
    expect((await ask(all, path, { 'If-None-Match': own })).status).toBe(304)
    const other = await ask(names, path, { 'If-None-Match': own })
    expect(other.status).toBe(200)
    const tag = other.headers.get('ETag') ?? ''
    expect((await ask(names, path, { 'If-None-Match': tag })).status).toBe(304)
    expect((await ask(all, path, { 'If-None-Match': tag })).status).toBe(200)
  },
)

test('a cursor that one role got is refused with a 410 if a role that sees other fields sends it', async () => {
  const cursorOf = async (role: StaffRole) =>
    String((await ask(role, '/properties')).json['meta']?.['cursor'])
  const [ofOwner, ofViewer] = [await cursorOf('owner'), await cursorOf('viewer')]
  expect(ofOwner).not.toBe(ofViewer)
  expect((await ask('viewer', `/properties?since=${ofOwner}`)).status).toBe(410)
  expect((await ask('owner', `/properties?since=${ofViewer}`)).status).toBe(410)
  const token = tokens.get('owner') ?? ''
  const path = `/api/admin/properties/${LISTING.id}/status`
  await call(server, 'PATCH', path, { token, body: { status: 'approved' } })
  for (const [role, cursor, hasContact] of [
    ['owner', ofOwner, true],
    ['support', ofOwner, true],
    ['viewer', ofViewer, false],
  ] as const) {
    const { status, text, json } = await ask(role, `/properties?since=${cursor}`)
    expect(status).toBe(200)
    expect(json['data']).toHaveLength(1)
    expect(text.includes('98765')).toBe(hasContact)
  }
})

test.each([
  ['viewer', '/users?q=98765', 403],
  ['support', '/users?q=98765', 200],
  ['viewer', '/loan?q=asha', 403],
  ['loans', '/loan?q=asha', 200],
  ['viewer', '/payments?q=asha', 403],
  ['owner', '/payments?q=asha', 200],
  // Allowed, because a search of listings by a viewer does not search contacts.
  ['viewer', '/properties?q=asha', 200],
] as const)(
  'a search reveals no fields that a role may not see: the role %s that requests %s gets the status %i',
  async (role, path, status) => {
    const { status: got, json } = await ask(role, path)
    expect(got).toBe(status)
    if (status === 403) expect(json).toMatchObject({ code: 'not-allowed' })
  },
)

test.each([
  ['listing', ['owner', 'reviewer', 'support', 'viewer']],
  ['loan', ['owner', 'loans']],
  ['account', ['owner']],
] as const)(
  'audit entries about a %s are visible only to the roles %j',
  async (entity, allowed) => {
    for (const role of STAFF_ROLES) {
      const { status } = await ask(role, `/audit?entity=${entity}`)
      expect(status, role).toBe(allowed.includes(role as never) ? 200 : 403)
    }
  },
)

test.each(STAFF_ROLES)('/me returns role, name and permissions of a %s', async (role) => {
  const { json, headers } = await ask(role, '/me')
  const data = json['data'] as unknown as { permissions: string[]; roleVersion: string }
  expect(data).toMatchObject({ role, name: expect.stringContaining('Person') })
  const promised = ALL_PERMISSIONS.filter((permission) => PROMISED[permission].includes(role))
  expect(data.permissions).toEqual(promised)
  expect(headers.get('X-Role-Version')).toBe(data.roleVersion)
})

test('every answer to staff, even a refusal, has a header with the version of the role; other answers have none', async () => {
  const version = (await ask('viewer', '/me')).headers.get('X-Role-Version')
  expect(version).toMatch(/^viewer-\w+$/)
  const history = `/users/${idOf(9)}/history`
  for (const path of ['/dashboard-stats', '/properties', '/audit', history, '/no'])
    expect((await ask('viewer', path)).headers.get('X-Role-Version'), path).toBe(version)
  const { headers } = await call(server, 'GET', '/api/admin/me')
  expect(headers.has('X-Role-Version')).toBe(false)
  const versions = await Promise.all(
    STAFF_ROLES.map(async (role) => (await ask(role, '/me')).headers.get('X-Role-Version')),
  )
  expect(new Set(versions).size).toBe(STAFF_ROLES.length)
})
