import { beforeEach, describe, expect, test } from 'vitest'
import { eraseAgain } from '#server/accounts/erasure/erasure-service.ts'
import { PERSONAL_PARTS } from '#server/operations/personal-parts.ts'
import { BATCH_CALL_SIZE } from '#src/domain/listing/change-batch.ts'
import type { StaffRole } from '#src/domain/team/permission.ts'
import { call } from '#tests/server/api-call.ts'
import { idOf, makeListing, makeMarket } from '#tests/server/market-data.ts'
import { serverForEachTest, startServerBeside } from '#tests/support/server/server-for-test.ts'

const ID = idOf(11)
const OTHER = idOf(12)
const REVIEWER = 'reviewer@team.example'
const MANY = Array.from({ length: BATCH_CALL_SIZE + 1 }, (_, index) => idOf(100 + index))

const server = serverForEachTest({
  seed: makeMarket({
    listings: [
      makeListing(11),
      makeListing(12),
      ...MANY.map((_, index) => makeListing(100 + index)),
    ],
  }),
})

let asha: string // the owner of the panel, who reviews too
let ashaId: string
let ravi: string
let raviId: string

beforeEach(async () => {
  asha = await server.signIn()
  ashaId = await server.findAccountId()
  ravi = await server.signInAs('reviewer')
  raviId = await server.findAccountId(REVIEWER)
})

function assign(token: string, personId: unknown, listingIds: unknown = [ID], of = server) {
  const body = { listingIds, personId }
  return call(of, 'PUT', '/api/admin/assignments', { token, body })
}

const decide = (status: string, token = asha, id = ID) =>
  call(server, 'PATCH', `/api/admin/properties/${id}/status`, { token, body: { status } })

type Row = { _id: string; version: number; assignee?: { id: string; name: string } }
const rowsOf = (json: { data?: unknown }) => json.data as Row[] // the answer is described, and checked against it

async function find(query: string, token = asha): Promise<string[]> {
  const { json } = await call(server, 'GET', `/api/admin/properties?${query}`, { token })
  return rowsOf(json).map(({ _id }) => _id)
}

async function getListing(id = ID): Promise<Row | undefined> {
  const { json } = await call(server, 'GET', '/api/admin/properties', { token: asha })
  return rowsOf(json).find(({ _id }) => _id === id)
}

async function history() {
  const { json } = await call(server, 'GET', `/api/admin/properties/${ID}/history`, { token: asha })
  const entries = json['data'] as unknown as { action: string; detail: string | null; by: string }[]
  return entries.map(({ action, detail, by }) => [action, detail, by])
}

async function setStaff(part: string, body: object) {
  const path = `/api/admin/staff/${raviId}/${part}`
  expect((await call(server, 'PATCH', path, { token: asha, body })).status).toBe(200)
}

describe('an assignment', () => {
  test('is in the row of the listing, which keeps its version, and in its history', async () => {
    const before = await getListing()
    expect(await assign(asha, raviId)).toMatchObject({
      status: 200,
      json: { data: { listingIds: [ID], decided: [], gone: [] } },
    })
    expect(await getListing()).toEqual({
      ...before,
      assignee: { id: raviId, name: 'Reviewer Person' },
    })
    expect((await history())[0]).toEqual([
      'Assigned for review',
      'To Reviewer Person',
      expect.any(String),
    ])
    await assign(ravi, null)
    expect(await getListing()).toEqual(before)
    expect((await history())[0]).toEqual(['Assigned for review', 'To nobody', 'Reviewer Person'])
  })

  test('is in the changes since a cursor, so that a device without it learns of it', async () => {
    const { json } = await call(server, 'GET', '/api/admin/properties', { token: ravi })
    const { cursor } = json['meta'] as unknown as { cursor: string }
    await assign(asha, raviId)
    const delta = await call(server, 'GET', `/api/admin/properties?since=${cursor}`, {
      token: ravi,
    })
    expect(rowsOf(delta.json)).toMatchObject([{ _id: ID, assignee: { id: raviId } }])
  })

  test('to the same person again changes nothing', async () => {
    await assign(asha, raviId)
    const log = await history()
    const { json } = await call(server, 'GET', '/api/admin/properties', { token: asha })
    expect((await assign(ravi, raviId)).json).toMatchObject({ data: { listingIds: [ID] } })
    await assign(asha, null, [OTHER])
    expect(await history()).toEqual(log)
    const again = await call(server, 'GET', '/api/admin/properties', { token: asha })
    expect(again.json['meta']).toEqual(json['meta'])
  })

  test('stops no decision of another person', async () => {
    await assign(asha, raviId)
    expect((await decide('approved')).status).toBe(200)
  })

  test('of a member of the team, a viewer or somebody unknown is refused with the way out', async () => {
    await server.signInAs('viewer')
    const viewerId = await server.findAccountId('viewer@team.example')
    for (const personId of [viewerId, idOf(1), 'f'.repeat(24)])
      expect(await assign(asha, personId)).toMatchObject({
        status: 409,
        json: {
          code: 'cannot-decide',
          error: 'This person does not decide about listings. Choose somebody else.',
        },
      })
    expect(await find('assigned=none&limit=500')).toHaveLength(MANY.length + 2)
  })

  test('is not made by people who may not decide', async () => {
    for (const role of ['viewer', 'support', 'loans'] as const)
      expect((await assign(await server.signInAs(role), raviId)).status).toBe(403)
    expect(await getListing()).not.toHaveProperty('assignee')
  })
})

describe('several listings at once', () => {
  const most = MANY.slice(0, BATCH_CALL_SIZE)

  test('are assigned up to the limit of a call, each once', async () => {
    const { json } = await assign(asha, raviId, [...most.slice(1), most[1], most[0]].slice(0, 100))
    expect(json).toMatchObject({ data: { decided: [], gone: [] } })
    await assign(asha, raviId, most)
    expect((await find('assigned=me&limit=500', ravi)).sort()).toEqual([...most].sort())
    expect(await find('assigned=me', asha)).toEqual([])
  })

  test('beyond the limit, none and unreadable ids are refused, and nothing is assigned', async () => {
    for (const ids of [MANY, [], ['x'], ID])
      expect((await assign(asha, raviId, ids)).status).toBe(400)
    for (const personId of ['me', '', undefined, 5])
      expect((await assign(asha, personId)).status).toBe(400)
    expect(await find(`assigned=${raviId}`)).toEqual([])
  })

  test('leave out what was decided or deleted meanwhile, and say so', async () => {
    await decide('rejected')
    await call(server, 'DELETE', `/api/admin/property/${OTHER}`, { token: asha })
    const [first = ''] = most
    expect((await assign(asha, raviId, [ID, OTHER, first])).json).toMatchObject({
      data: { listingIds: [first], decided: [ID], gone: [OTHER] },
    })
  })

  test('of two people at once: the last one counts, and both are in the history', async () => {
    const beside = await startServerBeside(server)
    const answers = await Promise.all([
      assign(asha, raviId),
      assign(ravi, ashaId, [ID], { ...server, ...beside }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const [last, first] = await history()
    expect([last?.[1], first?.[1]].sort()).toEqual([
      expect.stringMatching(/^To /),
      'To Reviewer Person',
    ])
    const holder = (await getListing())?.assignee
    expect(last?.[1]).toBe(`To ${holder?.name}`)
  })
})

describe('an assignment ends', () => {
  const isAssigned = async () => (await find('assigned=none&limit=500')).includes(ID) === false

  beforeEach(async () => {
    await assign(asha, raviId)
    expect(await isAssigned()).toBe(true)
  })

  test('with a decision; a listing that is set back to pending is the same person’s again', async () => {
    await decide('approved')
    expect(await isAssigned()).toBe(false)
    expect(await find('assigned=me', ravi)).toEqual([])
    await decide('pending')
    expect(await isAssigned()).toBe(true)
  })

  test.each<StaffRole>(['viewer', 'loans'])('with the role of its person: %s', async (role) => {
    await setStaff('role', { role })
    expect(await isAssigned()).toBe(false)
    await setStaff('role', { role: 'reviewer' })
    expect(await isAssigned()).toBe(false)
  })

  test('with a suspension, of which devices learn', async () => {
    const { json } = await call(server, 'GET', '/api/admin/properties', { token: asha })
    const { cursor } = json['meta'] as unknown as { cursor: string }
    await setStaff('suspension', { isSuspended: true })
    expect(await isAssigned()).toBe(false)
    const delta = await call(server, 'GET', `/api/admin/properties?since=${cursor}`, {
      token: asha,
    })
    expect(rowsOf(delta.json).map(({ _id, assignee }) => [_id, assignee])).toEqual([
      [ID, undefined],
    ])
    expect((await assign(asha, raviId)).json).toMatchObject({ code: 'cannot-decide' })
  })

  test('not with a role that may decide too', async () => {
    await setStaff('role', { role: 'owner' })
    expect(await isAssigned()).toBe(true)
  })

  test('with the erasure of its person', async () => {
    await eraseAgain(server.db, [raviId], server.clock.now(), PERSONAL_PARTS)
    expect(await isAssigned()).toBe(false)
    expect(await getListing()).not.toHaveProperty('assignee')
  })
})

test('a new name of the person reaches the listings that are assigned to them', async () => {
  await assign(asha, raviId)
  const { json } = await call(server, 'GET', '/api/admin/properties', { token: asha })
  const { cursor } = json['meta'] as unknown as { cursor: string }
  const body = { fullName: 'Ravi Shah' }
  const path = '/api/auth/account'
  expect((await call(server, 'PATCH', path, { token: ravi, body })).status).toBe(200)
  const delta = await call(server, 'GET', `/api/admin/properties?since=${cursor}`, { token: asha })
  expect(rowsOf(delta.json)).toMatchObject([{ _id: ID, assignee: { name: 'Ravi Shah' } }])
})

test('an export of “assigned to me” has the listings of the person who asked for it', async () => {
  await assign(asha, raviId)
  const exported = async (token: string) => {
    const body = { format: 'csv', query: 'assigned=me' }
    const path = '/api/admin/properties/export'
    return (await call(server, 'POST', path, { token, body })).text
  }
  expect(await exported(ravi)).toContain(ID)
  expect(await exported(asha)).not.toContain(ID)
})
