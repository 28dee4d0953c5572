import { beforeEach, describe, expect, test } from 'vitest'
import type { StaffRole } from '#src/domain/team/permission.ts'
import { call } from '#tests/server/api-call.ts'
import { serverForEachTest, startServerBeside } from '#tests/support/server/server-for-test.ts'

const server = serverForEachTest()
const ID = '65a000000000000000000031'
const OTHER = '65a000000000000000000032'
const VIEW = {
  list: 'property',
  name: 'Pune, waiting',
  query: 'city=Pune&status=pending',
  columns: { hidden: ['rent'], pins: {}, widths: { title: 240 } },
  isShared: false,
}
const LAYER = { query: 'video=yes', columns: null, isStart: false }

let owner: string
let reviewer: string

beforeEach(async () => {
  owner = await server.signIn()
  reviewer = await server.signInAs('reviewer')
})

const versionHeader = (version: number | undefined): Record<string, string> =>
  version === undefined ? {} : { 'If-Match': `"${version}"` }

function put(token: string, view: object = {}, version?: number, id = ID) {
  const headers = versionHeader(version)
  const body = { ...VIEW, ...view }
  return call(server, 'PUT', `/api/admin/saved-views/${id}`, { token, body, headers })
}

function putLayer(token: string, layer: object = {}, version?: number, id = ID) {
  const headers = versionHeader(version)
  const body = { ...LAYER, ...layer }
  return call(server, 'PUT', `/api/admin/saved-views/${id}/layer`, { token, body, headers })
}

function remove(token: string, id = ID, headers = {}) {
  return call(server, 'DELETE', `/api/admin/saved-views/${id}`, { token, headers })
}

async function list(token: string): Promise<Record<string, unknown>[]> {
  const { status, json } = await call(server, 'GET', '/api/admin/saved-views', { token })
  expect(status).toBe(200)
  return json['data'] as unknown as Record<string, unknown>[]
}

async function setRole(email: string, role: StaffRole) {
  const id = await server.findAccountId(email)
  const body = { role }
  await call(server, 'PATCH', `/api/admin/staff/${id}/role`, { token: owner, body })
}

describe('a view', () => {
  test('is stored once, however often it is sent, and comes back as it was', async () => {
    for (let round = 0; round < 3; round += 1) expect((await put(reviewer)).status).toBe(200)
    expect(await list(reviewer)).toEqual([
      expect.objectContaining({ _id: ID, ...VIEW, isOwn: true, version: 1, layer: null }),
    ])
  })

  test('has no part that opens something over its list', async () => {
    await put(reviewer, { query: 'section=users&open=1&review=next&view=2&city=Pune' })
    expect(await list(reviewer)).toMatchObject([{ query: 'city=Pune' }])
  })

  test('is seen by nobody else until an owner shares it', async () => {
    await put(owner)
    expect(await list(reviewer)).toEqual([])
    expect((await put(reviewer, { name: 'Mine now' }, 1)).status).toBe(404)
    expect((await putLayer(reviewer)).status).toBe(404)
    expect((await remove(reviewer)).status).toBe(404)
    await put(owner, { isShared: true }, 1)
    expect(await list(reviewer)).toMatchObject([{ name: VIEW.name, isShared: true, isOwn: false }])
  })

  test('is shared, and once shared changed and deleted, by owners only', async () => {
    expect(await put(reviewer, { isShared: true })).toMatchObject({
      status: 403,
      json: { error: 'Your role may not share views. Ask the owner.' },
    })
    await put(owner, { isShared: true })
    expect((await put(reviewer, { isShared: true, name: 'Changed' }, 1)).status).toBe(403)
    expect((await put(reviewer, { name: 'Changed' }, 1)).status).toBe(403)
    expect((await remove(reviewer)).status).toBe(403)
    expect(await list(owner)).toMatchObject([{ name: VIEW.name, version: 1 }])
  })

  test('is not overwritten by a device that has not seen the last change', async () => {
    await put(reviewer)
    expect((await put(reviewer, { name: 'From the phone' }, 1)).status).toBe(200)
    expect(await put(reviewer, { name: 'From the desk' }, 1)).toMatchObject({
      status: 412,
      json: { code: 'view-changed' },
    })
    expect((await put(reviewer, { name: 'Without a version' })).status).toBe(412)
    expect((await put(reviewer, { name: 'From the phone' }, 1)).status).toBe(200)
    expect((await remove(reviewer, ID, { 'If-Match': '"1"' })).status).toBe(412)
    expect(await list(reviewer)).toMatchObject([{ name: 'From the phone', version: 2 }])
  })

  test('that is deleted takes all layers along, and deleting it again succeeds', async () => {
    await put(owner, { isShared: true })
    await putLayer(reviewer, { isStart: true })
    for (let round = 0; round < 2; round += 1) expect((await remove(owner)).status).toBe(200)
    expect(await list(reviewer)).toEqual([])
    expect(await server.db.selectFrom('saved_view_layers').selectAll().execute()).toEqual([])
    expect((await put(owner, { name: 'Again' }, 1)).status).toBe(404)
  })

  test('of a person is the hundredth at most', async () => {
    const user_id = await server.findAccountId()
    for (let n = 0; n < 100; n += 1)
      await server.db
        .insertInto('saved_views')
        .values({
          id: `65a0000000000000000001${String(n).padStart(2, '0')}`,
          user_id,
          list: 'loans',
          name: `View ${n}`,
          query: '',
          columns: null,
          is_shared: 0,
          version: 1,
          updated_at: '2026-01-01T00:00:00.000Z',
        })
        .execute()
    expect(await put(owner)).toMatchObject({ status: 409, json: { code: 'too-many-views' } })
    await remove(owner, '65a000000000000000000100')
    expect((await put(owner)).status).toBe(200)
  })

  test.each([
    ['no name', { name: ' ' }],
    ['a name of 61 characters', { name: 'n'.repeat(61) }],
    ['an unknown list', { list: 'team' }],
    ['a query of 1,501 characters', { query: 'q'.repeat(1_501) }],
    ['61 columns', { columns: { hidden: Array(61).fill('id'), pins: {}, widths: {} } }],
    ['a column with markup', { columns: { hidden: ['<b>'], pins: {}, widths: {} } }],
    ['a width that is no number', { columns: { hidden: [], pins: {}, widths: { id: '9' } } }],
    ['an unknown field', { isAdmin: true }],
  ])('with %s is refused', async (_, flaw) => {
    expect((await put(owner, flaw)).status).toBe(400)
    expect(await list(owner)).toEqual([])
  })
})

describe("a person's layer over a shared view", () => {
  beforeEach(async () => {
    await put(owner, { isShared: true })
  })

  test('is seen by that person only, and changes nothing for the others', async () => {
    const columns = { hidden: ['city'], pins: {}, widths: {} }
    for (let round = 0; round < 2; round += 1)
      expect((await putLayer(reviewer, { columns })).status).toBe(200)
    expect(await list(reviewer)).toMatchObject([{ layer: { ...LAYER, columns, version: 1 } }])
    expect(await list(owner)).toMatchObject([{ ...VIEW, isShared: true, version: 1, layer: null }])
  })

  test('is not overwritten by a device that has not seen its last change', async () => {
    await putLayer(reviewer)
    expect((await putLayer(reviewer, { query: 'city=Goa' }, 1)).status).toBe(200)
    expect((await putLayer(reviewer, { query: 'city=Agra' }, 1)).status).toBe(412)
    expect(await list(reviewer)).toMatchObject([{ layer: { query: 'city=Goa', version: 2 } }])
  })

  test('makes one view the start page, and takes this from another', async () => {
    await put(reviewer, {}, undefined, OTHER)
    await putLayer(reviewer, { isStart: true })
    await putLayer(reviewer, { isStart: true }, undefined, OTHER)
    const starts = (await list(reviewer)).filter(
      ({ layer }) => (layer as { isStart: boolean } | null)?.isStart,
    )
    expect(starts).toMatchObject([{ _id: OTHER }])
  })
})

describe('a role that loses a right', () => {
  test('gets no view of the list, shared or its own, and writes none', async () => {
    await put(owner, { isShared: true })
    await put(reviewer, { name: 'Of 98765 43210' }, undefined, OTHER)
    await putLayer(reviewer)
    await setRole('reviewer@team.example', 'loans')
    const { text } = await call(server, 'GET', '/api/admin/saved-views', { token: reviewer })
    expect(text).toBe('{"success":true,"data":[]}')
    expect((await put(reviewer, { name: 'Again' }, 1, OTHER)).status).toBe(403)
    expect((await putLayer(reviewer, { query: '' }, 1)).status).toBe(404)
    expect((await remove(reviewer, OTHER)).status).toBe(404)
    await setRole('reviewer@team.example', 'reviewer')
    expect(await list(reviewer)).toHaveLength(2)
  })

  test('of sharing cannot change the views that it shared, but its private ones', async () => {
    const id = await server.findAccountId('reviewer@team.example')
    await setRole('reviewer@team.example', 'owner')
    await put(reviewer, { isShared: true })
    await setRole('reviewer@team.example', 'reviewer')
    expect((await put(reviewer, { isShared: true, name: 'Changed' }, 1)).status).toBe(403)
    expect((await put(reviewer, { isShared: false }, 1)).status).toBe(200)
    expect(await server.db.selectFrom('saved_views').selectAll().execute()).toMatchObject([
      { user_id: id, is_shared: 0 },
    ])
  })
})

test('of two devices that change one view at the same moment, one is told', async () => {
  const beside = await startServerBeside(server)
  await put(owner)
  const answers = await Promise.all(
    ['One', 'Two'].map((name, place) =>
      call(place === 0 ? server : beside, 'PUT', `/api/admin/saved-views/${ID}`, {
        token: owner,
        body: { ...VIEW, name },
        headers: { 'If-Match': '"1"' },
      }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
})
