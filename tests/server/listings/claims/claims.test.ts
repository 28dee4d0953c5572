import { beforeEach, describe, expect, test } from 'vitest'
import { eraseAgain } from '#server/accounts/erasure/erasure-service.ts'
import { emptyEndedClaims } from '#server/listings/claims/claim-service.ts'
import { PERSONAL_PARTS } from '#server/operations/personal-parts.ts'
import { CLAIM_MINUTES, HAND_OVER_HOURS, MOST_HOLD_DAYS } from '#src/domain/claim/claim.ts'
import type { StaffRole } from '#src/domain/team/permission.ts'
import { call } from '#tests/server/api-call.ts'
import { idOf, makeListing, makeMarket } from '#tests/server/market-data.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'
import {
  claimOf,
  giveBack,
  handOver,
  hold,
  leave,
  listClaims,
  open,
  takeOver,
} from './claim-calls.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const LEASE_MS = CLAIM_MINUTES * MINUTE_MS
const ID = idOf(11)
const OTHER = idOf(12)
const REVIEWER = 'reviewer@team.example'

const server = serverForEachTest({
  seed: makeMarket({ listings: [makeListing(11), makeListing(12)] }),
})

let asha: string // the owner of the panel, who reviews too
let ravi: string
let raviId: string

beforeEach(async () => {
  asha = await server.signIn()
  ravi = await server.signInAs('reviewer')
  raviId = await server.findAccountId(REVIEWER)
})

const inMs = (ms: number) => new Date(server.clock.now().getTime() + ms)
const decide = (token: string, status: string, id = ID) =>
  call(server, 'PATCH', `/api/admin/properties/${id}/status`, { token, body: { status } })

async function history() {
  const { json } = await call(server, 'GET', `/api/admin/properties/${ID}/history`, { token: asha })
  const entries = json['data'] as unknown as { action: string; detail: string | null; by: string }[]
  return entries.map(({ action, detail, by }) => [action, detail, by])
}

async function setRole(role: StaffRole) {
  const path = `/api/admin/staff/${raviId}/role`
  expect((await call(server, 'PATCH', path, { token: asha, body: { role } })).status).toBe(200)
}

async function setSuspended(isSuspended: boolean) {
  const path = `/api/admin/staff/${raviId}/suspension`
  const body = { isSuspended }
  expect((await call(server, 'PATCH', path, { token: asha, body })).status).toBe(200)
}

describe('a claim', () => {
  test('is granted to one person, and tells the other who has it, since when and until when', async () => {
    const since = server.clock.now().toISOString()
    expect(await open(server, ravi, ID)).toMatchObject({
      status: 200,
      json: { data: { listingId: ID, personId: raviId, fence: 1, since, origin: 'opened' } },
    })
    server.clock.advance(MINUTE_MS)
    expect(await open(server, asha, ID)).toMatchObject({
      status: 409,
      json: {
        code: 'claimed',
        error: 'Reviewer Person is reviewing this listing.',
        data: { personId: raviId, name: 'Reviewer Person', since, fence: '1' },
      },
    })
    expect((await open(server, asha, OTHER)).status).toBe(200)
  })

  test('is renewed by the same call, with its fence and its beginning', async () => {
    const first = claimOf(await open(server, ravi, ID))
    server.clock.advance(LEASE_MS - 1)
    const renewed = claimOf(await open(server, ravi, ID, true))
    expect(renewed).toEqual({ ...first, until: inMs(LEASE_MS).toISOString(), hasUnsavedText: true })
    expect((await open(server, asha, ID)).status).toBe(409)
  })

  test('is over at its last millisecond: in no list, and free for the next person', async () => {
    await open(server, ravi, ID)
    server.clock.advance(LEASE_MS - 1)
    expect(await listClaims(server, asha)).toHaveLength(1)
    server.clock.advance(1)
    expect(await listClaims(server, asha)).toEqual([])
    expect(claimOf(await open(server, asha, ID))).toMatchObject({ fence: 2 })
  })

  test('gets another fence from each holder, also after release, expiry, decision and clean-up', async () => {
    const fences: number[] = []
    const note = async (token: string) =>
      void fences.push(claimOf(await open(server, token, ID)).fence)
    await note(ravi)
    await leave(server, ravi, ID)
    await note(ravi)
    server.clock.advance(LEASE_MS)
    await note(ravi)
    server.clock.advance(LEASE_MS)
    await note(asha)
    await decide(asha, 'approved')
    await note(ravi)
    server.clock.advance(2 * DAY_MS)
    await emptyEndedClaims(server.db, server.clock.now())
    const rows = await server.db.selectFrom('claims').selectAll().execute()
    expect(rows).toMatchObject([{ fence: 5, person_id: null, device_id: null }])
    await note(await server.signIn())
    expect(fences).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('is left by its fence only, so that a late call ends no newer claim', async () => {
    const { fence } = claimOf(await open(server, ravi, ID))
    server.clock.advance(LEASE_MS)
    await open(server, ravi, ID)
    for (const late of [fence, 0, 999_999_999]) await leave(server, ravi, ID, late)
    expect(
      (
        await call(server, 'DELETE', `/api/admin/claims/${ID}`, {
          token: ravi,
          headers: { 'If-Match': '"x", "99999999999"' },
        })
      ).status,
    ).toBe(200)
    expect((await leave(server, asha, ID)).status).toBe(200)
    expect(await listClaims(server, asha)).toHaveLength(1)
    await leave(server, ravi, ID, fence + 1)
    expect(await listClaims(server, asha)).toEqual([])
  })

  test('is of a listing on the list', async () => {
    for (const id of [idOf(99), 'nothing']) {
      expect((await open(server, ravi, id)).status).toBe(404)
      expect((await hold(server, ravi, id, inMs(HOUR_MS))).status).toBe(404)
      expect((await handOver(server, ravi, id, await server.findAccountId())).status).toBe(404)
      expect((await takeOver(server, ravi, id, 1)).status).toBe(404)
      expect((await leave(server, ravi, id)).status).toBe(200)
    }
  })

  test('knows no clock but that of the server', async () => {
    await open(server, ravi, ID)
    const headers = { Date: new Date(0).toUTCString() }
    for (const body of [
      { hasUnsavedText: false, now: '2035-01-01T00:00:00.000Z' },
      { hasUnsavedText: false, expiresAt: '2035-01-01T00:00:00.000Z' },
    ])
      expect(
        (await call(server, 'POST', `/api/admin/claims/${OTHER}`, { token: asha, body, headers }))
          .status,
      ).toBe(400)
    expect(await listClaims(server, asha)).toMatchObject([
      { since: server.clock.now().toISOString(), until: inMs(LEASE_MS).toISOString() },
    ])
  })
})

describe('a decision', () => {
  test('is never refused for a claim, and ends it', async () => {
    await open(server, ravi, ID)
    expect((await decide(asha, 'approved')).status).toBe(200)
    expect(await listClaims(server, asha)).toEqual([])
    await hold(server, ravi, OTHER, inMs(DAY_MS))
    expect((await decide(asha, 'rejected', OTHER)).status).toBe(200)
    expect(await listClaims(server, asha)).toEqual([])
  })

  test('is stored with the first and the last claim since the decision before it', async () => {
    const times: (string | null)[] = []
    const at = () => server.clock.now().toISOString()
    await open(server, ravi, ID)
    times.push(at())
    server.clock.advance(2 * MINUTE_MS)
    await open(server, ravi, ID) // a renewal is no claim
    server.clock.advance(LEASE_MS)
    await open(server, asha, ID)
    times.push(at())
    await leave(server, asha, ID)
    server.clock.advance(MINUTE_MS)
    await decide(ravi, 'approved')
    times.push(null, null)
    await decide(ravi, 'rejected')
    server.clock.advance(MINUTE_MS)
    await open(server, asha, ID)
    times.push(at(), at())
    await decide(asha, 'approved')
    const rows = await server.db
      .selectFrom('listing_changes')
      .select(['first_claimed_at', 'last_claimed_at'])
      .where('kind', '=', 'decided')
      .orderBy('n')
      .execute()
    expect(rows.flatMap((row) => [row.first_claimed_at, row.last_claimed_at])).toEqual(times)
  })
})

describe('a hold', () => {
  test('stays after leaving, signing out and the lease, and ends at its time', async () => {
    const until = inMs(DAY_MS)
    expect(claimOf(await hold(server, ravi, ID, until))).toMatchObject({
      until: until.toISOString(),
      heldUntil: until.toISOString(),
      holdReason: 'Asked the owner',
    })
    await leave(server, ravi, ID)
    await call(server, 'POST', '/api/auth/logout', { token: ravi })
    server.clock.advance(DAY_MS - 1)
    asha = await server.signIn()
    expect(await listClaims(server, asha)).toMatchObject([{ personId: raviId }])
    expect((await open(server, asha, ID)).status).toBe(409)
    server.clock.advance(1)
    expect(await listClaims(server, asha)).toEqual([])
  })

  test('is not shortened by opening the listing, and may be shorter than the lease', async () => {
    const until = inMs(DAY_MS)
    await hold(server, ravi, ID, until)
    expect(claimOf(await open(server, ravi, ID))).toMatchObject({ until: until.toISOString() })
    const soon = inMs(MINUTE_MS)
    await hold(server, ravi, OTHER, soon, 'Tea')
    expect(claimOf(await open(server, ravi, OTHER))).toMatchObject({
      heldUntil: soon.toISOString(),
      until: inMs(LEASE_MS).toISOString(),
    })
    server.clock.advance(MINUTE_MS)
    expect(claimOf(await open(server, ravi, OTHER))).toMatchObject({
      heldUntil: null,
      holdReason: null,
      fence: 1,
    })
  })

  test('is given back to the queue', async () => {
    await hold(server, ravi, ID, inMs(DAY_MS))
    expect((await giveBack(server, asha, ID)).status).toBe(200)
    expect(await listClaims(server, asha)).toHaveLength(1)
    await giveBack(server, ravi, ID)
    expect(await listClaims(server, asha)).toEqual([])
  })

  test.each([
    ['until a time that is over', 0, 'Asked', 'This time is over already.'],
    [
      'for longer than a week',
      MOST_HOLD_DAYS * DAY_MS + 1,
      'Asked',
      'A listing can be held for at most 7 days.',
    ],
    ['without a reason', HOUR_MS, ' ', 'Say why you hold it.'],
    ['with a reason that no list can show', HOUR_MS, 'x'.repeat(81), 'Use at most 80 characters.'],
  ])('is refused %s', async (_, ms, reason, error) => {
    expect(await hold(server, ravi, ID, inMs(ms), reason)).toMatchObject({
      status: 400,
      json: { error },
    })
    expect(await listClaims(server, asha)).toEqual([])
  })

  test('lasts a week at most, to the millisecond', async () => {
    expect((await hold(server, ravi, ID, inMs(MOST_HOLD_DAYS * DAY_MS))).status).toBe(200)
  })

  test.each([
    '2026-13-45T99:99:99Z',
    'tomorrow',
    '2025-09-18',
    '2025-09-18T10:00:00+05:30',
    7,
    null,
  ])('is refused until %j', async (until) => {
    const body = { until, reason: 'Asked' }
    const path = `/api/admin/claims/${ID}/hold`
    expect((await call(server, 'PUT', path, { token: ravi, body })).status).toBe(400)
  })
})

describe('a hand-over', () => {
  test('gives the listing to a colleague, who keeps it until it is opened, left and decided', async () => {
    await open(server, ravi, ID)
    const ashaId = await server.findAccountId()
    expect(claimOf(await handOver(server, ravi, ID, ashaId, ' You know her.\n'))).toMatchObject({
      personId: ashaId,
      fence: 2,
      origin: 'handed-over',
      fromId: raviId,
      fromName: 'Reviewer Person',
      note: 'You know her.',
      until: inMs(HAND_OVER_HOURS * HOUR_MS).toISOString(),
    })
    expect((await open(server, ravi, ID)).status).toBe(409)
    expect(claimOf(await open(server, asha, ID))).toMatchObject({ fence: 2, note: 'You know her.' })
    await leave(server, asha, ID)
    server.clock.advance(HAND_OVER_HOURS * HOUR_MS - 1)
    asha = await server.signIn()
    expect(await listClaims(server, asha)).toHaveLength(1)
    server.clock.advance(1)
    expect(await listClaims(server, asha)).toEqual([])
  })

  test('is refused to oneself, to members, to strangers, and to staff who may not decide', async () => {
    await server.signInAs('viewer')
    await setSuspended(true)
    const refusals = [
      [await server.findAccountId(), 400],
      [await server.findAccountId('viewer@team.example'), 409],
      [raviId, 409],
      [idOf(1), 409],
      [idOf(77), 409],
      ['nobody', 400],
    ] as const
    for (const [id, status] of refusals)
      expect((await handOver(server, asha, ID, id)).status).toBe(status)
    expect(await listClaims(server, asha)).toEqual([])
    const { json } = await call(server, 'GET', '/api/admin/deciders', { token: asha })
    expect(json['data']).toEqual([{ _id: await server.findAccountId(), name: 'Operator' }])
  })

  test('is refused of a listing that a colleague has', async () => {
    await open(server, asha, ID)
    expect((await handOver(server, ravi, ID, await server.findAccountId())).status).toBe(409)
    expect((await hold(server, ravi, ID, inMs(HOUR_MS))).status).toBe(409)
  })
})

describe('taking over', () => {
  test('needs the claim that was seen, and tells the former holder who has it', async () => {
    const { fence } = claimOf(await open(server, ravi, ID))
    for (const other of [fence + 1, fence + 7])
      expect((await takeOver(server, asha, ID, other)).status).toBe(409)
    expect(claimOf(await takeOver(server, asha, ID, fence))).toMatchObject({
      fence: fence + 1,
      origin: 'taken-over',
      fromId: raviId,
    })
    // Confirmed for a claim that is over: nobody asked about the new one.
    const { json } = await takeOver(server, ravi, ID, fence)
    expect(json).toMatchObject({ code: 'claimed', data: { name: 'Operator' } })
    expect(await listClaims(server, ravi)).toMatchObject([{ name: 'Operator', fromId: raviId }])
  })

  test('of a claim that is over is an ordinary claim', async () => {
    const { fence } = claimOf(await hold(server, ravi, ID, inMs(HOUR_MS)))
    await giveBack(server, ravi, ID)
    expect(claimOf(await takeOver(server, asha, ID, fence))).toMatchObject({
      origin: 'opened',
      fromId: null,
    })
  })

  test('ends a hold, with its reason', async () => {
    const { fence } = claimOf(await hold(server, ravi, ID, inMs(DAY_MS)))
    expect(claimOf(await takeOver(server, asha, ID, fence))).toMatchObject({
      heldUntil: null,
      holdReason: null,
      until: inMs(LEASE_MS).toISOString(),
    })
  })
})

test('the history has what was done on purpose, without notes and reasons', async () => {
  await open(server, ravi, ID)
  await open(server, ravi, ID)
  await hold(server, ravi, ID, inMs(HOUR_MS), 'Mrs Rao travels')
  await handOver(server, ravi, ID, await server.findAccountId(), 'Call Mrs Rao')
  const [claim] = await listClaims(server, ravi)
  await takeOver(server, ravi, ID, claim?.fence ?? 0)
  await leave(server, ravi, ID)
  expect(await history()).toEqual([
    ['Review taken over', 'From Operator', 'Reviewer Person'],
    ['Handed over for review', 'To Operator', 'Reviewer Person'],
    ['Held for review', 'Until 17 Sep 25, 13:00', 'Reviewer Person'],
    ['Posted', 'Asha Rao', null],
  ])
  const log = JSON.stringify(await server.db.selectFrom('audit_log').selectAll().execute())
  expect(log).not.toContain('Mrs Rao')
})

describe('the claims of a person end', () => {
  const claimBoth = async () => {
    await open(server, ravi, ID)
    await hold(server, ravi, OTHER, inMs(DAY_MS))
    expect(await listClaims(server, asha)).toHaveLength(2)
  }
  const expectFree = async (...ids: string[]) => {
    const taken = (await listClaims(server, asha)).map(({ listingId }) => listingId)
    for (const id of ids) {
      expect(taken).not.toContain(id)
      expect((await open(server, asha, id)).status).toBe(200)
    }
  }

  test('with the right to decide', async () => {
    await claimBoth()
    await setRole('support')
    await expectFree(ID, OTHER)
    expect((await open(server, ravi, ID)).status).toBe(403)
  })

  test('with a suspension', async () => {
    await claimBoth()
    await setSuspended(true)
    await expectFree(ID, OTHER)
  })

  test('with the sign-out of the device that opened the listing; what is held stays', async () => {
    await claimBoth()
    await call(server, 'POST', '/api/auth/logout', { token: ravi })
    await expectFree(ID)
    expect(await listClaims(server, asha)).toMatchObject([{ listingId: ID }, { listingId: OTHER }])
  })

  test('with the end of the session', async () => {
    await server.db
      .updateTable('sessions')
      .set({ expires_at: inMs(MINUTE_MS).toISOString() })
      .execute()
    await open(server, ravi, ID)
    server.clock.advance(MINUTE_MS)
    asha = await server.signIn()
    await expectFree(ID)
  })

  test('but not with the sign-out of another device', async () => {
    const phone = await server.signIn({ email: REVIEWER })
    await open(server, ravi, ID)
    await open(server, phone, ID)
    await call(server, 'POST', '/api/auth/logout', { token: ravi })
    expect(await listClaims(server, asha)).toHaveLength(1)
  })

  test('with the listing', async () => {
    await claimBoth()
    await call(server, 'DELETE', `/api/admin/properties/${ID}`, { token: asha })
    expect(await listClaims(server, asha)).toMatchObject([{ listingId: OTHER }])
    expect(await server.db.selectFrom('claims').select('listing_id').execute()).toHaveLength(1)
  })
})

test('the erasure of a person leaves nothing of them in any claim, and no listing without its counter', async () => {
  await hold(server, ravi, ID, inMs(DAY_MS), 'Mrs Rao travels')
  await handOver(server, ravi, OTHER, await server.findAccountId(), 'From Ravi')
  expect(await eraseAgain(server.db, [raviId], server.clock.now(), PERSONAL_PARTS)).toBe(1)
  const rows = await server.db.selectFrom('claims').selectAll().orderBy('listing_id').execute()
  expect(rows).toMatchObject([
    { person_id: null, hold_reason: null, fence: 1 },
    { person_id: await server.findAccountId(), from_person_id: null, note: '', fence: 2 },
  ])
  expect(claimOf(await open(server, asha, ID))).toMatchObject({ fence: 2 })
})

test.each(['support', 'viewer', 'loans'] as const)(
  'is no business of the role %s',
  async (role) => {
    const token = await server.signInAs(role)
    expect((await open(server, token, ID)).status).toBe(403)
    expect((await call(server, 'GET', '/api/admin/claims', { token })).status).toBe(403)
  },
)
