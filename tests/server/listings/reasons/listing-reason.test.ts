import { beforeEach, describe, expect, test } from 'vitest'
import { call } from '#tests/server/api-call.ts'
import { idOf, makeListing, makeMarket } from '#tests/server/market-data.ts'
import { readWhole } from '#tests/server/whole-database.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'

const REJECTION = 'rejection-0123456789'
const KEY = { 'Idempotency-Key': 'reason-key-0123456789' }
const LISTING = `/api/admin/properties/${idOf(2)}`

const server = serverForEachTest({ seed: makeMarket({ listings: [makeListing(2)] }) })
let token: string

beforeEach(async () => {
  token = await server.signIn()
})

function setStatus(status: string, key?: string) {
  const headers = key === undefined ? {} : { headers: { 'Idempotency-Key': key } }
  return call(server, 'PATCH', `${LISTING}/status`, { token, body: { status }, ...headers })
}

const REASON = {
  changeKey: REJECTION,
  code: 'photos',
  note: 'The kitchen is missing.',
  changesNeeded: true,
}

function give(
  reason: object = {},
  headers: Record<string, string> = {},
  { path = LISTING, by = token } = {},
) {
  const body = { ...REASON, ...reason }
  return call(server, 'PUT', `${path}/reason`, { token: by, body, headers })
}

const listStored = () => server.db.selectFrom('listing_reasons').selectAll().execute()
async function readHistory() {
  const { json } = await call(server, 'GET', `${LISTING}/history`, { token })
  return json as unknown as { data: { action: string; detail: string | null }[]; meta: object }
}

describe('a reason for a rejection', () => {
  beforeEach(async () => {
    await setStatus('rejected', REJECTION)
  })

  test('is stored with its rejection; the audit log contains its code, but not its note', async () => {
    const answer = await give({}, KEY)
    expect(answer).toMatchObject({ status: 200, json: { success: true } })
    const given = { changes_needed: 1, given_at: '2025-09-17T06:30:00.000Z' }
    expect(await listStored()).toEqual([
      {
        listing_id: idOf(2),
        change_key: REJECTION,
        code: REASON.code,
        sentence: 'Add clear photos of the rooms and of the building from outside.',
        note: REASON.note,
        ...given,
      },
    ])
    expect(await server.listAudit('reason')).toMatchObject([
      {
        entity: 'listing',
        entity_id: idOf(2),
        from_value: null,
        to_value: 'photos',
        idempotency_key: 'reason-key-0123456789',
      },
    ])
  })

  test('is in the history of the listing; the history shows the note of the current reason only', async () => {
    await give()
    await give({ code: 'price', note: 'Ten times too high.', changesNeeded: false })
    const { data, meta } = await readHistory()
    expect(data.map(({ action, detail }) => [action, detail])).toEqual([
      ['Reason given', 'Price implausible · Ten times too high.'],
      ['Reason given', 'Photos missing or unclear'],
      ['Rejected', null],
      ['Posted', 'Asha Rao'],
    ])
    expect(meta).toEqual({
      rejection: {
        changeKey: REJECTION,
        reason: {
          code: 'price',
          note: 'Ten times too high.',
          changesNeeded: false,
          givenAt: '2025-09-17T06:30:00.000Z',
        },
      },
    })
  })

  test('is stored once, however often it is sent', async () => {
    await give({}, KEY)
    const whole = await readWhole(server)
    const again = await give({}, KEY)
    expect(again.status).toBe(200)
    expect(again.headers.get('Idempotency-Replayed')).toBe('true')
    expect(await readWhole(server)).toEqual(whole)
    // Sending the same reason with another idempotency key adds no audit entry.
    expect((await give({}, { 'Idempotency-Key': 'reason-key-another-one' })).status).toBe(200)
    expect(await server.listAudit('reason')).toHaveLength(1)
  })

  test.each([
    ['approved', 'approval-0123456789'],
    ['pending', 'undo-key-0123456789'],
  ])('is deleted when the status of the listing is set to %s', async (status, key) => {
    await give()
    await setStatus(status, key)
    expect(await listStored()).toEqual([])
    expect((await readHistory()).meta).toEqual({ rejection: null })
    // A second rejection does not restore the earlier reason.
    await setStatus('rejected', 'rejection-second-one')
    expect(await listStored()).toEqual([])
    expect(await give()).toMatchObject({ status: 409, json: { code: 'decided-again' } })
  })

  test('is kept when the rejected listing is rejected again', async () => {
    await give()
    await setStatus('rejected', 'rejection-second-one')
    expect(await listStored()).toHaveLength(1)
  })

  test('is deleted with the listing, also from the answers that are stored for idempotency keys', async () => {
    await give({}, KEY)
    await call(server, 'DELETE', LISTING, { token })
    expect(await listStored()).toEqual([])
    expect(JSON.stringify(await readWhole(server))).not.toContain('The kitchen')
  })

  test.each([
    ['an unknown code', { code: 'weather' }, 400, 'reason-unknown'],
    ['a code that is no text', { code: 7 }, 400, 'invalid-input'],
    ['a note of 501 characters', { note: 'x'.repeat(501) }, 400, 'invalid-input'],
    ['a malformed key of the rejection', { changeKey: 'short' }, 400, 'invalid-input'],
    ['no changesNeeded', { changesNeeded: undefined }, 400, 'invalid-input'],
    ['the key of another change', { changeKey: 'another-0123456789' }, 409, 'decided-again'],
  ])('is refused with %s, and nothing changes', async (_what, wrong, status, code) => {
    const whole = await readWhole(server)
    expect(await give(wrong, KEY)).toMatchObject({ status, json: { success: false, code } })
    expect(await readWhole(server)).toEqual(whole)
  })

  test('may have a note of 500 characters', async () => {
    expect((await give({ note: 'x'.repeat(500) })).status).toBe(200)
  })

  test('is refused if its code was retired; earlier reasons with this code remain readable', async () => {
    await give()
    await server.db.updateTable('rejection_reasons').set({ is_active: 0 }).execute()
    expect((await give({ note: 'another note' })).json).toMatchObject({ code: 'reason-unknown' })
    expect((await readHistory()).data[0]?.detail).toContain('Photos missing or unclear')
  })

  test('can be given by roles that may decide on listings', async () => {
    expect((await give({}, {}, { by: await server.signInAs('viewer') })).status).toBe(403)
    expect((await give({}, {}, { by: await server.signInAs('reviewer') })).status).toBe(200)
  })
})

test.each([
  ['is pending', LISTING, 409, 'decided-again'],
  ['is unknown', `/api/admin/properties/${idOf(99)}`, 404, 'not-found'],
])('a reason for a listing that %s is refused', async (_what, path, status, code) => {
  expect(await give({}, {}, { path })).toMatchObject({ status, json: { code } })
  expect(await listStored()).toEqual([])
})

test('a rejection that was sent without an idempotency key cannot have a reason', async () => {
  await setStatus('rejected')
  expect((await give()).json).toMatchObject({ code: 'decided-again' })
  expect((await readHistory()).meta).toEqual({ rejection: null })
})
