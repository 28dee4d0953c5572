import * as v from 'valibot'
import { beforeEach, expect, test } from 'vitest'
import { type AuditEntry, AuditEntrySchema } from '#src/domain/audit.ts'
import { call } from '#tests/server/api-call.ts'
import { idOf, makeListing, makeLoan, makeMarket } from '#tests/server/market-data.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'
import { appendAuditEntries, fillAuditLog, makeAuditEntry } from './audit-calls.ts'

const PHONE = 'Mozilla/5.0 (Linux; Android 14) Chrome/126.0.0.0 Mobile Safari/537.36'
const MEMBER = idOf(1)
const UNKNOWN_CURSOR = Buffer.from('deed 99999999999').toString('base64url')

const listings = [makeListing(2), makeListing(3)]
const server = serverForEachTest({
  seed: makeMarket({ listings, loans: [makeLoan(10)] }),
})
let token: string
beforeEach(async () => {
  token = await server.signIn({ userAgent: PHONE })
})

const read = (query = '') => call(server, 'GET', `/api/admin/audit${query}`, { token })

async function readRows(query = ''): Promise<AuditEntry[]> {
  return v.parse(v.array(AuditEntrySchema), (await read(query)).json['data'])
}

test('an audit entry names user, time, action and device; the stored row has only ids', async () => {
  const status = `/api/admin/properties/${idOf(2)}/status`
  const headers = { 'Idempotency-Key': 'key-0123456789abcdef' }
  await call(server, 'PATCH', status, { token, body: { status: 'approved' }, headers })
  const answer = await read()
  expect(answer.json).toEqual({
    success: true,
    data: [
      {
        id: 1,
        at: '2025-09-17T06:30:00.000Z',
        actorId: await server.findAccountId(),
        by: 'Operator',
        device: 'Chrome on Android',
        action: 'status',
        entity: 'listing',
        entityId: idOf(2),
        entityName: 'Flat 2',
        isTeam: false,
        isByTeam: true,
        from: 'pending',
        to: 'approved',
        idempotencyKey: 'key-0123456789abcdef',
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ],
    meta: { nextCursor: null },
  })
  expect(answer.text).not.toMatch(/Asha|@|98765/)
  // The name is looked up for the answer: the log itself has ids only.
  expect(JSON.stringify(await server.listAudit())).not.toMatch(/Asha|Operator|@|98765/)
})

test('the log keeps the id of a deleted record, not its name', async () => {
  await call(server, 'DELETE', `/api/admin/property/${idOf(3)}`, { token })
  const answer = await read(`?entity=listing&entityId=${idOf(3)}`)
  expect(answer.json['data']).toMatchObject([
    { action: 'delete', entityId: idOf(3), entityName: null, from: 'pending', to: null },
  ])
  expect(answer.text).not.toContain('Flat 3')
})

test('an entry about a person on the team has their name, and an entry about a member has only the id', async () => {
  const owner = await server.findAccountId()
  await appendAuditEntries(server.db, [
    makeAuditEntry(1, owner, { entity: 'account', entity_id: owner, action: 'sign-in' }),
    makeAuditEntry(2, owner, { entity: 'account', entity_id: MEMBER, action: 'lock-out' }),
  ])
  expect(await readRows()).toMatchObject([
    { entityId: MEMBER, entityName: null, isTeam: false },
    { entityId: owner, entityName: 'Operator', isTeam: true },
  ])
})

test('pages of the log reach the first entry without a gap, even if entries are added between the requests', async () => {
  await fillAuditLog(server.db, MEMBER, 25)
  const seen: number[] = []
  let query = '?limit=10'
  for (const size of [10, 10, 5]) {
    const { json } = await read(query)
    const rows = v.parse(v.array(AuditEntrySchema), json['data'])
    expect(rows).toHaveLength(size)
    seen.push(...rows.map(({ id }) => id))
    await appendAuditEntries(server.db, [makeAuditEntry(99, MEMBER)])
    const next = json['meta']?.['nextCursor']
    expect(next).toEqual(size === 10 ? expect.any(String) : null)
    query = `?limit=10&cursor=${String(next)}`
  }
  expect(seen).toEqual(Array.from({ length: 25 }, (_, index) => 25 - index))
})

test('a page that holds all remaining entries has no next cursor, and the default limit is 100', async () => {
  await fillAuditLog(server.db, MEMBER, 101)
  expect((await read('?limit=101')).json['meta']).toEqual({ nextCursor: null })
  expect(await readRows()).toHaveLength(100)
})

test('the log can be filtered by actor, by kind of record and by record', async () => {
  await appendAuditEntries(server.db, [
    makeAuditEntry(1, MEMBER),
    makeAuditEntry(2, MEMBER, { entity_id: idOf(3) }),
    makeAuditEntry(3, MEMBER, { action: 'pan-reveal', entity: 'loan', entity_id: idOf(10) }),
    makeAuditEntry(4, MEMBER, { entity: 'loan', entity_id: idOf(2) }),
    makeAuditEntry(5, MEMBER),
  ])
  const idsOf = async (query: string) => (await readRows(query)).map(({ id }) => id)
  expect(await idsOf('?entity=listing')).toEqual([5, 2, 1])
  expect(await idsOf(`?actorId=${MEMBER}`)).toEqual([5, 4, 3, 2, 1])
  expect(await idsOf(`?actorId=${idOf(2)}`)).toEqual([])
  expect(await idsOf('?entity=loan')).toEqual([4, 3])
  expect(await idsOf(`?entity=listing&entityId=${idOf(2)}`)).toEqual([5, 1])
  const { json } = await read(`?entity=listing&entityId=${idOf(2)}&limit=1`)
  const rest = `&limit=1&cursor=${String(json['meta']?.['nextCursor'])}`
  expect(await idsOf(`?entity=listing&entityId=${idOf(2)}${rest}`)).toEqual([1])
})

test('an invalid limit, cursor or filter is refused', async () => {
  const refused = {
    'bad-limit': ['0', '501', '-1', 'ten', '1e2', '', '10.5'].map((limit) => `?limit=${limit}`),
    'bad-cursor': ['', 'x', 'ZGVlZCA', 'A'.repeat(500), UNKNOWN_CURSOR].map(
      (cursor) => `?cursor=${cursor}`,
    ),
    'bad-filter': [
      '?entity=user',
      '?entity=',
      `?entityId=${idOf(2)}`,
      '?entity=listing&entityId=2',
      '?entity=listing&entityId=%00',
      '?actorId=2',
      '?action=sell',
      '?from=yesterday',
      '?before=2025-13-01T00:00:00Z',
      `?device=${'x'.repeat(101)}`,
    ],
  }
  for (const [code, queries] of Object.entries(refused))
    for (const query of queries) {
      const { status, json } = await read(query)
      expect({ query, status, code: json['code'] }).toEqual({ query, status: 400, code })
    }
})

test('audit entries can be filtered by action, device and time, also in pages', async () => {
  const at = (hour: number) => `2025-09-0${hour}T06:30:00.000Z`
  await appendAuditEntries(
    server.db,
    [1, 2, 3, 4].map((day) =>
      makeAuditEntry(day, MEMBER, {
        at: at(day),
        entity: day === 4 ? 'loan' : 'listing',
        action: day === 4 ? 'pan-reveal' : 'status',
        device_label: day === 2 ? '100% Firefox_on Windows' : 'Chrome on Android',
      }),
    ),
  )
  const times = async (query: string) =>
    (await readRows(query)).map((row) => Number(row.at.slice(9, 10)))
  expect(await times('?action=status')).toEqual([3, 2, 1])
  expect(await times('?entity=listing&device=ANDROID')).toEqual([3, 1])
  expect(await times('?device=100%25%20firefox_')).toEqual([2])
  expect(await times('?device=o_%25')).toEqual([])
  expect(await times(`?from=${at(2)}&before=${at(4)}`)).toEqual([3, 2])
  const { json } = await read('?action=status&device=chrome&limit=1')
  const meta = json['meta'] as unknown as { nextCursor: string } // the API contract defines this type
  expect(await times(`?action=status&device=chrome&limit=1&cursor=${meta.nextCursor}`)).toEqual([1])
})
