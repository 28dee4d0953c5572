import { strFromU8, unzipSync } from 'fflate'
import { beforeEach, describe, expect, test } from 'vitest'
import { eraseAgain } from '#server/accounts/erasure/erasure-service.ts'
import { cleanUp } from '#server/operations/expiry-cleanup.ts'
import { PERSONAL_PARTS } from '#server/operations/personal-parts.ts'
import { makeRecordId } from '#server/platform/database/record-id.ts'
import { makeLog } from '#server/platform/log/server-log.ts'
import { formatDateTime } from '#src/domain/dates.ts'
import type { HistoryEntry } from '#src/domain/history.ts'
import { VISIT_PLACE_DAYS } from '#src/domain/retention.ts'
import { MAX_VISIT_NOTE_CHARS, MOST_VISITS } from '#src/domain/visit/visit.ts'
import { addCaller } from '#tests/server/accounts/sign-in/rights/stage.ts'
import { ROUTE_RULES } from '#tests/server/accounts/sign-in/route-rules.ts'
import { call } from '#tests/server/api-call.ts'
import { makePostingCalls } from '#tests/server/listings/content/posting-calls.ts'
import { idOf, makeListing, makeMarket } from '#tests/server/market-data.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'

const DAY_MS = 86_400_000
const LATE_MS = 5 * 60_000
const LISTING = idOf(11)
const REVIEWER = 'reviewer@team.example'
const SECRET = 'the-balcony-is-missing'

const server = serverForEachTest({
  seed: makeMarket({ listings: [makeListing(11), makeListing(12)] }),
})
let ravi: string

beforeEach(async () => {
  ravi = await server.signInAs('reviewer')
})

const visitId = (number: number) => String(number).padStart(24, 'a')
const ago = (ms: number) => new Date(server.clock.now().getTime() - ms).toISOString()
const visitOf = (more: object = {}) => ({
  id: visitId(1),
  at: ago(0),
  answers: [
    { id: 'photos', label: 'The photos show this property', answer: 'no' },
    { id: 'address', label: 'The property is at the address', answer: 'yes' },
    { id: 'person', label: 'The owner was there', answer: 'not-seen' },
  ],
  note: '  Shown by a tenant. ',
  place: null,
  ...more,
})

function record(visit: object, token = ravi, { listing = LISTING, key = '' } = {}) {
  return call(server, 'POST', `/api/admin/properties/${listing}/visits`, {
    token,
    body: visit,
    ...(key && { headers: { 'Idempotency-Key': key } }),
  })
}

async function readHistory(token = ravi): Promise<HistoryEntry[]> {
  const { json } = await call(server, 'GET', `/api/admin/properties/${LISTING}/history`, { token })
  return json['data'] as unknown as HistoryEntry[] // the answer that the OpenAPI document describes
}

async function listVisits(token = ravi) {
  return (await readHistory(token)).filter(({ action }) => action === 'Visited')
}

const listRows = () => server.db.selectFrom('visits').selectAll().execute()

describe('a visit', () => {
  test('is in the history of its listing, with who was there and what they answered and noted', async () => {
    expect((await record(visitOf())).status).toBe(200)
    server.clock.advance(1_000)
    await call(server, 'PATCH', `/api/admin/properties/${LISTING}/status`, {
      token: ravi,
      body: { status: 'approved' },
    })
    server.clock.advance(1_000)
    await record(visitOf({ id: visitId(2) }))
    const history = await readHistory(await server.signInAs('viewer'))
    expect(history.map(({ action }) => action)).toEqual([
      'Visited',
      'Approved',
      'Visited',
      'Posted',
    ])
    expect(history[2]).toMatchObject({
      by: 'Reviewer Person',
      detail:
        'Yes: The property is at the address · No: The photos show this property · Not seen: The owner was there · Note: Shown by a tenant.',
    })
  })

  test('that arrives late says when it was made, by the clock of the device', async () => {
    await record(visitOf({ at: ago(LATE_MS), answers: [], note: 'Soon.' }))
    await record(visitOf({ id: visitId(2), at: ago(LATE_MS + 1), answers: [], note: 'Late.' }))
    const details = (await listVisits()).map(({ detail }) => detail)
    const at = formatDateTime(ago(LATE_MS + 1))
    expect(details.sort()).toEqual([
      `${at} by the clock of the device · Note: Late.`,
      'Note: Soon.',
    ])
  })

  test('is stored once, with one key, with another, and without one', async () => {
    const key = 'visit-0123456789abcdef'
    for (const sent of [key, key, `${key}-again`, ''])
      expect((await record(visitOf(), ravi, { key: sent })).status).toBe(200)
    expect(await listRows()).toHaveLength(1)
    expect(await listVisits()).toHaveLength(1)
  })

  test('never replaces the visit of a colleague, or of another listing, with the same id', async () => {
    await record(visitOf())
    const taken = { status: 409, json: { code: 'visit-exists' } }
    const mine = visitOf({ note: 'Mine.' })
    expect(await record(mine, await server.signIn())).toMatchObject(taken)
    expect(await record(mine, ravi, { listing: idOf(12) })).toMatchObject(taken)
    expect(await listRows()).toMatchObject([{ listing_id: LISTING, note: 'Shown by a tenant.' }])
  })

  test('is for those who decide, about a listing that there is', async () => {
    for (const role of ['viewer', 'support', 'loans'] as const)
      expect((await record(visitOf(), await server.signInAs(role))).status).toBe(403)
    expect((await record(visitOf(), ravi, { listing: idOf(99) })).status).toBe(404)
    expect(await listRows()).toEqual([])
  })

  test('is refused empty, too long, or one more than a listing may have, with what to do', async () => {
    const refused = (error: string) => ({ status: 400, json: { error } })
    expect(await record(visitOf({ answers: [], note: ' ' }))).toMatchObject(
      refused('Answer a point of the checklist, write a note, or add a photo.'),
    )
    expect(await record(visitOf({ note: 'a'.repeat(MAX_VISIT_NOTE_CHARS + 1) }))).toMatchObject(
      refused('The note has at most 2,000 characters.'),
    )
    const place = { latitude: 91, longitude: 73 }
    expect(await record(visitOf({ place }))).toMatchObject(
      refused('Send the place in degrees, or none.'),
    )
    for (let number = 1; number <= MOST_VISITS; number += 1)
      expect((await record(visitOf({ id: visitId(number) }))).status).toBe(200)
    expect(await record(visitOf({ id: visitId(MOST_VISITS + 1) }))).toMatchObject({
      status: 409,
      json: { code: 'too-many-visits', error: expect.stringContaining('Write a note instead.') },
    })
  })
})

describe('the place of a visit', () => {
  const place = { latitude: 18.5614987, longitude: 73.7755001 }

  test('is stored to a thousandth of a degree, whatever the device sends', async () => {
    await record(visitOf({ answers: [], note: 'Seen.', place }))
    expect(await listRows()).toMatchObject([
      { latitude_thousandths: 18_561, longitude_thousandths: 73_776 },
    ])
    expect((await listVisits())[0]?.detail).toBe(
      'Note: Seen. · Near 18.561, 73.776, to about 100 m',
    )
  })

  test('is forgotten after its time, and the visit stays', async () => {
    await record(visitOf({ answers: [], note: 'Seen.', place }))
    const storedMs = server.clock.now().getTime()
    const log = makeLog('silent', { write: () => undefined })
    const cleanAt = (ms: number) =>
      cleanUp({ ...server, log, clock: () => new Date(ms) }, () => false)
    await cleanAt(storedMs + VISIT_PLACE_DAYS * DAY_MS - 1)
    expect(await listRows()).toMatchObject([{ latitude_thousandths: 18_561 }])
    await cleanAt(storedMs + VISIT_PLACE_DAYS * DAY_MS)
    expect(await listRows()).toMatchObject([
      { latitude_thousandths: null, longitude_thousandths: null, note: 'Seen.' },
    ])
  })
})

describe('an erasure', () => {
  const erase = (id: string) => eraseAgain(server.db, [id], server.clock.now(), PERSONAL_PARTS)

  test('of the visitor keeps the visit without who it was and where', async () => {
    await record(visitOf({ place: { latitude: 18.5, longitude: 73.7 } }))
    await erase(await server.findAccountId(REVIEWER))
    const [visit] = await listVisits(await server.signIn())
    expect(visit).toMatchObject({ by: null, actorId: null })
    expect(visit?.detail).not.toContain('Near')
    expect(visit?.detail).toContain('Shown by a tenant.')
  })

  test('of the owner of the listing deletes the visits to it', async () => {
    await record(visitOf())
    const { owner_id } = await server.db
      .selectFrom('listings')
      .select('owner_id')
      .where('id', '=', LISTING)
      .executeTakeFirstOrThrow()
    await erase(owner_id)
    expect(await listRows()).toEqual([])
  })
})

test('the audit log has the ids of the visit and the visitor, and nothing that they saw', async () => {
  await record(visitOf())
  const [entry] = await server.listAudit()
  expect(entry).toMatchObject({
    action: 'visit',
    entity: 'account',
    entity_id: await server.findAccountId(REVIEWER),
    from_value: visitId(1),
    to_value: null,
  })
})

test('no route tells the owner of a listing, or the public, that or how somebody visited it', async () => {
  const seller = await addCaller(server, 'seller')
  const listing = makeRecordId(server.clock.now())
  await makePostingCalls(server, seller.token).submit(listing)
  expect((await record(visitOf({ note: SECRET }), ravi, { listing })).status).toBe(200)
  await call(server, 'PATCH', `/api/admin/properties/${listing}/status`, {
    token: ravi,
    body: { status: 'approved' },
  })
  let answers = 0
  for (const route of Object.keys(ROUTE_RULES)) {
    const [method, pattern = ''] = route.split(' ')
    if (method !== 'GET') continue
    for (const id of pattern.includes(':') ? [listing, seller.id] : [''])
      for (const token of [seller.token, '']) {
        const { text } = await call(server, 'GET', pattern.replaceAll(/:\w+/g, id), { token })
        for (const hidden of [SECRET, visitId(1)]) expect(`${route}: ${text}`).not.toContain(hidden)
        answers += 1
      }
  }
  expect(answers).toBeGreaterThan(100)
  const response = await server.app.request('/api/auth/export', {
    method: 'POST',
    headers: { Authorization: `Bearer ${seller.token}` },
  })
  const files = Object.values(unzipSync(new Uint8Array(await response.arrayBuffer())))
  const exported = files.map((bytes) => strFromU8(bytes)).join('\n')
  expect(exported).toContain(listing)
  for (const hidden of [SECRET, visitId(1)]) expect(exported).not.toContain(hidden)
})
