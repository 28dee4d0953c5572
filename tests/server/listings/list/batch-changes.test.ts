import { describe, expect, test } from 'vitest'
import { BATCH_CALL_SIZE } from '#src/domain/listing/change-batch.ts'
import { call } from '#tests/server/api-call.ts'
import { idOf, makeListing } from '#tests/server/market-data.ts'
import { readWhole } from '#tests/server/whole-database.ts'
import { listingsForEachTest } from './listing-calls.ts'

const BATCH = 'b7c1f0a2c4d5e6f708192a3e40516273'
const REASON = { code: 'photos', note: 'Too dark.', changesNeeded: true }
const { server, operator } = listingsForEachTest([2, 3, 4, 5].map((n) => makeListing(n)))

const change = (n: number, to = 'approved', more: object = {}) => ({
  place: n - 2,
  id: idOf(n),
  to,
  ...more,
})

const send = (changes: object[], { token = operator.token, count = 4, ...more }: Sent = {}) =>
  call(server, 'POST', '/api/admin/properties/changes', {
    token,
    body: { batch: { id: BATCH, count }, changes, ...more },
  })

interface Sent {
  token?: string
  count?: number
  reason?: object
}

interface Row {
  key: string
  status: number
  body: { code?: string; data?: { version?: number; status?: string; current?: object } }
}
const rowsOf = (answer: { json: object }) => (answer.json as { data: Row[] }).data

const statuses = async () => {
  const rows = await server.db.selectFrom('listings').select('status').orderBy('id').execute()
  return rows.map(({ status }) => status)
}

describe('a part of a batch', () => {
  test('answers each change by itself: made, missing, and changed by somebody else first', async () => {
    await operator.setStatus(idOf(3), 'rejected')
    await operator.remove(idOf(4))
    const answer = await send([
      change(2, 'approved', { version: 1 }),
      change(3, 'approved', { version: 1 }),
      change(4, 'approved', { version: 1 }),
      change(5, 'deleted', { version: 1 }),
    ])
    expect(answer.status).toBe(200)
    const [made, overtaken, missing, deleted] = rowsOf(answer)
    expect(made).toEqual({
      key: `${BATCH}.0`,
      status: 200,
      body: { success: true, data: { _id: idOf(2), version: 2, status: 'approved' } },
    })
    expect(overtaken).toMatchObject({ status: 412, body: { code: 'version-conflict' } })
    expect(overtaken?.body.data?.current).toMatchObject({ _id: idOf(3), status: 'rejected' })
    expect(missing).toMatchObject({ status: 404, body: { code: 'not-found' } })
    expect(deleted).toEqual({ key: `${BATCH}.3`, status: 200, body: { success: true } })
    expect(await statuses()).toEqual(['approved', 'rejected'])
  })

  test('gives every rejection the one reason, and another status none', async () => {
    await send([change(2, 'rejected'), change(3, 'rejected'), change(4)], { reason: REASON })
    const reasons = await server.db
      .selectFrom('listing_reasons')
      .select(['listing_id', 'code', 'note', 'change_key'])
      .orderBy('listing_id')
      .execute()
    expect(reasons).toEqual(
      [0, 1].map((place) => ({
        listing_id: idOf(place + 2),
        code: 'photos',
        note: 'Too dark.',
        change_key: `${BATCH}.${place}`,
      })),
    )
  })

  test('takes effect once, however often and in whatever parts it is sent', async () => {
    const all = [change(2), change(3), change(4, 'rejected')]
    const first = await send(all, { reason: REASON })
    const before = await readWhole(server)
    expect(rowsOf(await send(all, { reason: REASON }))).toEqual(rowsOf(first))
    expect(rowsOf(await send(all.slice(1), { reason: REASON }))).toEqual(rowsOf(first).slice(1))
    expect(await readWhole(server)).toEqual(before)
  })

  test('shares the idempotency records of changes that are sent alone', async () => {
    await send([change(2, 'rejected'), change(3, 'deleted')], { reason: REASON })
    const before = await readWhole(server)
    const alone = await call(server, 'PATCH', `/api/admin/properties/${idOf(2)}/status`, {
      token: operator.token,
      body: { status: 'rejected', reason: REASON },
      headers: { 'Idempotency-Key': `${BATCH}.0` },
    })
    expect(alone.status).toBe(200)
    expect(alone.headers.get('Idempotency-Replayed')).toBe('true')
    const gone = await operator.remove(idOf(3), { 'Idempotency-Key': `${BATCH}.1` })
    expect(gone.headers.get('Idempotency-Replayed')).toBe('true')
    expect(await readWhole(server)).toEqual(before)
  })

  test('refuses a change whose key was used for another one, and makes the others', async () => {
    await send([change(2)])
    const answer = await send([change(2, 'rejected'), change(3)])
    expect(rowsOf(answer)).toMatchObject([
      { status: 422, body: { code: 'key-reused' } },
      { status: 200 },
    ])
    expect(await statuses()).toEqual(['approved', 'approved', 'pending', 'pending'])
  })

  test('with a reason that is not offered refuses the rejections only', async () => {
    const answer = await send([change(2, 'rejected'), change(3)], {
      reason: { ...REASON, code: 'nobody-knows-it' },
    })
    expect(rowsOf(answer)).toMatchObject([
      { status: 400, body: { code: 'reason-unknown' } },
      { status: 200 },
    ])
  })
})

describe('a batch with another number than the confirmed one', () => {
  test('is refused as a whole when a place is beyond the count', async () => {
    const before = await readWhole(server)
    const answer = await send([change(2), change(3), change(4)], { count: 2 })
    expect(answer).toMatchObject({ status: 422, json: { code: 'count-differs' } })
    expect(await readWhole(server)).toEqual(before)
  })

  test.each([
    ['no change', { changes: [] }],
    ['one property twice', { changes: [change(2), { ...change(2), place: 1 }] }],
    ['one place twice', { changes: [change(2), { ...change(3), place: 0 }] }],
    ['a place that is no whole number', { changes: [{ ...change(2), place: 0.5 }] }],
    ['a place below 0', { changes: [{ ...change(2), place: -1 }] }],
    ['a status that does not exist', { changes: [change(2, 'sold')] }],
    [
      'more changes than a call takes',
      {
        changes: Array.from({ length: BATCH_CALL_SIZE + 1 }, (_, place) => ({
          place,
          id: `listing-${place}`,
          to: 'approved',
        })),
      },
    ],
    ['a count beyond 10,000', { batch: { id: BATCH, count: 10_001 } }],
    ['a count of 0', { batch: { id: BATCH, count: 0 } }],
    ['an id that is none', { batch: { id: 'b', count: 4 } }],
    ['no batch', { batch: undefined }],
  ])('is refused with %s, and nothing changes', async (_, part) => {
    const before = await readWhole(server)
    const body = { batch: { id: BATCH, count: 10_000 }, changes: [change(2)], ...part }
    const answer = await call(server, 'POST', '/api/admin/properties/changes', {
      token: operator.token,
      body,
    })
    expect(answer).toMatchObject({ status: 400, json: { code: 'invalid-input' } })
    expect(await readWhole(server)).toEqual(before)
  })
})

describe('a batch of a person who may not make it', () => {
  test.each(['viewer', 'support', 'loans'] as const)('is refused to the role %s', async (role) => {
    const token = await server.signInAs(role)
    for (const to of ['approved', 'deleted']) {
      const answer = await send([change(2, to)], { token })
      expect(answer).toMatchObject({ status: 403, json: { code: 'not-allowed' } })
    }
    expect(await statuses()).toEqual(['pending', 'pending', 'pending', 'pending'])
  })
})
