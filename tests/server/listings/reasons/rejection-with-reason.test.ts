import { beforeEach, describe, expect, test } from 'vitest'
import { call } from '#tests/server/api-call.ts'
import { idOf, makeListing, makeMarket } from '#tests/server/market-data.ts'
import { readWhole } from '#tests/server/whole-database.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'
import { requireReasons } from './reason-rule.ts'

// A rejection and its reason are one change: stored together, or not at all.

const listings = [makeListing(2), makeListing(3)]
const server = serverForEachTest({ seed: makeMarket({ listings }) })
let token: string

beforeEach(async () => {
  token = await server.signIn()
})

const WHY = { code: 'photos', note: 'The kitchen is missing.', changesNeeded: true }
const KEY = 'rejection-0123456789'

interface Sent {
  status?: string
  reason?: object | null
  key?: string | null
  ifMatch?: string
  by?: string
  id?: string
}

function decide({ status = 'rejected', reason = WHY, key = KEY, ifMatch, by, id }: Sent = {}) {
  const headers: Record<string, string> = {
    ...(key !== null && { 'Idempotency-Key': key }),
    ...(ifMatch !== undefined && { 'If-Match': `"${ifMatch}"` }),
  }
  const body = reason === null ? { status } : { status, reason }
  const path = `/api/admin/properties/${id ?? idOf(2)}/status`
  return call(server, 'PATCH', path, { token: by ?? token, body, headers })
}

const listStored = () => server.db.selectFrom('listing_reasons').selectAll().execute()
const listStatuses = async () =>
  (await server.db.selectFrom('listings').select('status').orderBy('id').execute()).map(
    ({ status }) => status,
  )

describe('a rejection with its reason', () => {
  test('stores both, with the key of the rejection, and the audit log has both', async () => {
    const answer = await decide()
    expect(answer).toMatchObject({
      status: 200,
      json: { data: { status: 'rejected', version: 2 } },
    })
    expect(await listStored()).toMatchObject([
      { listing_id: idOf(2), change_key: KEY, code: 'photos', note: WHY.note, changes_needed: 1 },
    ])
    const log = [...(await server.listAudit('status')), ...(await server.listAudit('reason'))]
    expect(log.map(({ to_value, idempotency_key }) => [to_value, idempotency_key])).toEqual([
      ['rejected', KEY],
      ['photos', KEY],
    ])
    const { json } = await call(server, 'GET', `/api/admin/properties/${idOf(2)}/history`, {
      token,
    })
    expect(json['meta']).toMatchObject({ rejection: { changeKey: KEY, reason: WHY } })
  })

  test('is stored once, however often it is sent', async () => {
    await decide()
    const whole = await readWhole(server)
    const again = await decide()
    expect(again.status).toBe(200)
    expect(again.headers.get('Idempotency-Replayed')).toBe('true')
    expect(await readWhole(server)).toEqual(whole)
    // The same key with another reason is another request.
    expect(await decide({ reason: { ...WHY, note: '' } })).toMatchObject({
      status: 422,
      json: { code: 'key-reused' },
    })
  })

  test.each<[string, Sent, number, string]>([
    ['an unknown code', { reason: { ...WHY, code: 'weather' } }, 400, 'reason-unknown'],
    [
      'a note of 501 characters',
      { reason: { ...WHY, note: 'x'.repeat(501) } },
      400,
      'invalid-input',
    ],
    ['a reason that is no object', { reason: [] }, 400, 'invalid-input'],
    ['a reason for an approval', { status: 'approved' }, 400, 'invalid-input'],
    ['no Idempotency-Key', { key: null }, 400, 'bad-key'],
    ['another version of the listing', { ifMatch: '9' }, 412, 'version-conflict'],
  ])('is refused with %s, and neither is stored', async (_what, sent, status, code) => {
    const { listings: before, ...others } = await readWhole(server)
    expect(await decide(sent)).toMatchObject({ status, json: { success: false, code } })
    const { idempotencyRecords: _, ...after } = await readWhole(server)
    const { idempotencyRecords: __, ...known } = { listings: before, ...others }
    expect(after).toEqual(known)
  })

  test('of two operators at once: one is stored with its reason, the other is a conflict', async () => {
    const other = await server.signInAs('reviewer')
    const answers = await Promise.all([
      decide({ ifMatch: '1', key: 'rejection-of-owner' }),
      decide({
        ifMatch: '1',
        key: 'rejection-of-reviewer',
        by: other,
        reason: { ...WHY, code: 'price' },
      }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
    const first =
      answers[0]?.status === 200
        ? ['rejection-of-owner', 'photos']
        : ['rejection-of-reviewer', 'price']
    const stored = await listStored()
    expect(stored.map(({ change_key, code }) => [change_key, code])).toEqual([first])
    expect(await server.listAudit('reason')).toHaveLength(1)
  })

  test('of a listing that somebody else has rejected replaces the reason, in the version that was seen', async () => {
    await decide({ reason: null })
    const reason = { ...WHY, code: 'price' }
    expect((await decide({ ifMatch: '2', key: 'insisting-0123456789', reason })).status).toBe(200)
    expect(await listStored()).toMatchObject([{ change_key: KEY, code: 'price' }])
    expect(await server.listAudit('status')).toHaveLength(1)
  })
})

describe('while a rejection needs a reason', () => {
  beforeEach(() => requireReasons(server, token, true))

  test('a rejection without one is refused with a sentence, and stores nothing', async () => {
    const whole = await readWhole(server)
    const answer = await decide({ reason: null })
    expect(answer).toMatchObject({ status: 409, json: { success: false, code: 'reason-required' } })
    expect(answer.json['error']).toBe(
      'A rejection needs a reason here. Choose one and reject the listing with it.',
    )
    expect(await readWhole(server)).toEqual(whole)
    // The panel may send the same change again once the rule is gone.
    await requireReasons(server, token, false)
    expect((await decide({ reason: null })).status).toBe(200)
  })

  test('a rejection with one, an approval, and an undo are accepted', async () => {
    expect((await decide()).status).toBe(200)
    const undo = { status: 'pending', reason: null, key: 'undo-0123456789abc' }
    expect((await decide(undo)).status).toBe(200)
    const approval = { status: 'approved', reason: null, key: 'approval-0123456789', id: idOf(3) }
    expect((await decide(approval)).status).toBe(200)
    expect(await listStatuses()).toEqual(['pending', 'approved'])
  })

  test('a repeat of a rejection from before the rule is confirmed, and a rejected listing stays so', async () => {
    await requireReasons(server, token, false)
    await decide({ reason: null })
    await requireReasons(server, token, true)
    expect((await decide({ reason: null })).status).toBe(200)
    const later = await decide({ reason: null, key: 'another-0123456789' })
    expect(later.status).toBe(200)
    expect(await listStatuses()).toEqual(['rejected', 'pending'])
  })

  test('refuses each rejection of a series by itself, and takes one reason for all', async () => {
    for (const listing of listings)
      expect((await decide({ id: listing.id, key: `rejection-of-${listing.id}` })).status).toBe(200)
    expect((await listStored()).map(({ code }) => code)).toEqual(['photos', 'photos'])
  })
})
