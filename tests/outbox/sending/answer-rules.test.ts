import { describe, expect, test } from 'vitest'
import type { ChangeAnswer } from '#src/api/send-change.ts'
import { judge } from '#src/outbox/sending/answer-rules.ts'
import { sampleChange, sampleEventChange, sampleFields } from '#tests/support/sample-change.ts'

const approve = sampleChange()
const remove = sampleChange({ action: { kind: 'delete' } })

function answer(
  status: number | null,
  body: ChangeAnswer['body'] = null,
  retryAfterMs: number | null = null,
) {
  return { status, body, isEmpty: body === null, retryAfterMs }
}

const YES = { success: true }
const LISTING = { _id: 'listing-1', status: 'pending' }
const MISSING = { success: false, error: 'It does not exist.', code: 'not-found' }
const GATEWAY_404 = { error: 'Not Found', status: 404 }
const NO = { success: false, error: 'Not today.', code: 'not-today' }

describe('the verdict on the answer to an approval', () => {
  const cases: [string, ChangeAnswer, object][] = [
    [
      'a success with the listing',
      answer(200, { ...YES, data: { ...LISTING, status: 'approved', version: 4 } }),
      { kind: 'done', version: 4, already: false },
    ],
    [
      'a replayed success for a listing deleted since',
      answer(200, YES),
      { kind: 'done', version: null },
    ],
    [
      'a success for another listing',
      answer(200, { ...YES, data: { ...LISTING, _id: 'listing-2', status: 'approved' } }),
      { kind: 'retry', answered: false },
    ],
    [
      'a success with another status',
      answer(200, { ...YES, data: { ...LISTING, status: 'rejected' } }),
      { kind: 'retry', answered: false },
    ],
    ['a success with something else', answer(200, { ...YES, data: [] }), { kind: 'retry' }],
    [
      'a 412 from something else',
      answer(412, { error: 'Precondition Failed' }),
      { kind: 'retry', answered: false },
    ],
    [
      'a 412 about another listing',
      answer(412, { ...NO, data: { current: { ...LISTING, _id: 'listing-2', version: 9 } } }),
      { kind: 'retry', answered: false },
    ],
    [
      'a 412 without a version',
      answer(412, { ...NO, data: { current: LISTING } }),
      { kind: 'retry', answered: false },
    ],
    ['success:false', answer(200, NO), { kind: 'parked', declined: true, message: 'Not today.' }],
    ["a captive portal's page with 200", answer(200, null), { kind: 'retry', answered: false }],
    [
      'JSON with 200 that is not the contract',
      answer(200, { hello: 'portal' }),
      { kind: 'retry', answered: false },
    ],
    ['a redirect', answer(302), { kind: 'retry', answered: false }],
    ["a proxy's 404 page", answer(404, null), { kind: 'retry', answered: false }],
    ["the API's own 404", answer(404, MISSING), { kind: 'parked', declined: false }],
    ["a gateway's 404 in JSON", answer(404, GATEWAY_404), { kind: 'retry', answered: false }],
    ['no answer', answer(null), { kind: 'retry', answered: false }],
    ['408', answer(408), { kind: 'retry', answered: true }],
    ['429 with Retry-After', answer(429, NO, 7_000), { kind: 'retry', retryAfterMs: 7_000 }],
    ['500', answer(500, NO), { kind: 'retry', answered: true, message: 'Not today.' }],
    ["a gateway's 502 page", answer(502), { kind: 'retry', answered: true }],
    ['still running elsewhere', answer(409, NO, 1_000), { kind: 'retry', answered: true }],
    ['409 for good', answer(409, NO), { kind: 'parked' }],
    ['401', answer(401, NO), { kind: 'signed-out' }],
    ['403', answer(403, NO), { kind: 'parked', code: 'not-today' }],
    ["a filter's 403 page", answer(403), { kind: 'retry', answered: false }],
    ["a gateway's own sign-in page", answer(401), { kind: 'retry', answered: false }],
    ['a proxy that wants a sign-in', answer(407), { kind: 'retry', answered: false }],
    ['a page for legal reasons', answer(451), { kind: 'retry', answered: false }],
    ['422, a key used for something else', answer(422, NO), { kind: 'parked' }],
  ]
  test.each(cases)('%s', (_name, given, verdict) => {
    expect(judge(approve, given)).toMatchObject(verdict)
  })
})

test.each([
  [401, { kind: 'signed-out' }],
  [403, { kind: 'parked' }],
])('accepts a %s in any format from a backend without keys', (status, verdict) => {
  expect(judge(sampleChange({ isKeyed: false }), answer(status))).toMatchObject(verdict)
})

test("without keys, a 404 for a deleted listing may be this device's own delete", () => {
  const unkeyed = sampleChange({ action: { kind: 'delete' }, isKeyed: false })
  expect(judge(unkeyed, answer(404, NO))).toMatchObject({ kind: 'done', already: false })
})

test('a missing listing counts as deleted, whoever deleted it', () => {
  expect(judge(remove, answer(404, MISSING))).toMatchObject({
    kind: 'done',
    version: null,
    already: true,
  })
})

test.each([
  ["a proxy's 404 page", answer(404)],
  ["a gateway's 404 in JSON", answer(404, GATEWAY_404)],
  ["a framework's 404", answer(404, { success: false, error: 'no route', code: 'E404' })],
  ['a success for another listing', answer(200, { ...YES, data: { _id: 'listing-2' } })],
])('%s does not confirm a delete', (_name, given) => {
  expect(judge(remove, given)).toMatchObject({ kind: 'retry', answered: false })
})

test('on a bare backend, without codes and versions, a 404 and a 412 are taken literally', () => {
  const unkeyed = sampleChange({ isKeyed: false })
  expect(judge(unkeyed, answer(404, GATEWAY_404))).toMatchObject({ kind: 'parked' })
  expect(judge(unkeyed, answer(412, { error: 'Precondition Failed' }))).toMatchObject({
    kind: 'conflict',
  })
})

test("a conflict includes the server's status, its time and its device", () => {
  const data = {
    current: { _id: 'listing-1', status: 'rejected', version: 9 },
    changedAt: '2026-11-20T08:00:00.000Z',
    actorId: 'reviewer-2',
    by: 'Ravi Shah',
    device: 'Chrome on Android',
  }
  expect(judge(approve, answer(412, { ...NO, data }))).toMatchObject({
    kind: 'conflict',
    conflict: {
      status: 'rejected',
      version: 9,
      changedAt: data.changedAt,
      actorId: data.actorId,
      by: data.by,
      device: data.device,
    },
  })
})

test("a conflict with the same status as the operator's counts as done", () => {
  const data = { current: { ...LISTING, status: 'approved', version: 9 } }
  expect(judge(approve, answer(412, { ...NO, data }))).toMatchObject({
    kind: 'done',
    version: 9,
    already: true,
  })
})

test('an id that looks like a status code has no effect', () => {
  const message = { success: false, error: 'Listing 401 is locked by 500 others.' }
  expect(judge(approve, answer(422, message))).toMatchObject({
    kind: 'parked',
    message: message.error,
  })
})

/** A captive portal's answer to everything: JSON with a status. */
const PORTAL = answer(200, { status: 'login required' })

describe('the verdict on the answer to an event change', () => {
  const make = sampleEventChange()
  const update = sampleEventChange({
    entityId: 'e1',
    action: { kind: 'update', patch: { title: 'New' } },
  })
  const drop = sampleEventChange({ entityId: 'e1', action: { kind: 'delete' } })
  const created = { _id: 'e1', ...sampleFields(), version: 1 }
  const cases: [string, ReturnType<typeof sampleEventChange>, ChangeAnswer, object][] = [
    [
      'the created event, bare',
      make,
      answer(200, created),
      { kind: 'done', version: 1, event: { id: 'e1', patch: { title: 'Open house in Baner' } } },
    ],
    [
      'the created event in an envelope',
      make,
      answer(201, { success: true, data: created }),
      { kind: 'done', event: { id: 'e1' } },
    ],
    [
      'a replayed success, which has no fields of the event',
      make,
      answer(200, { _id: 'e1', version: 1 }),
      { kind: 'done', event: { id: 'e1', patch: {} } },
    ],
    [
      'another event than the created one',
      make,
      answer(200, { ...created, title: 'Somebody else' }),
      { kind: 'retry', answered: false },
    ],
    [
      'another event than the one that was edited',
      update,
      answer(200, { _id: 'e2', title: 'New' }),
      { kind: 'retry', answered: false },
    ],
    [
      'the event as it was before the edit',
      update,
      answer(200, { _id: 'e1', title: 'Old' }),
      { kind: 'retry', answered: false },
    ],
    [
      'another event than the one that was deleted',
      drop,
      answer(200, { success: true, _id: 'e2' }),
      { kind: 'retry', answered: false },
    ],
    [
      'a success without an id',
      make,
      answer(200, { title: 'x' }),
      { kind: 'retry', answered: false },
    ],
    [
      'a replayed success for an event deleted since',
      make,
      answer(200, YES),
      { kind: 'done', already: true },
    ],
    [
      'a bare success of a server without keys',
      sampleEventChange({ isKeyed: false }),
      answer(200, YES),
      { kind: 'retry', answered: false },
    ],
    ["a portal's page", make, answer(200, null), { kind: 'retry', answered: false }],
    ['success:false', make, answer(200, NO), { kind: 'parked', declined: true }],
    [
      "an event with another client's own words in it",
      update,
      answer(200, { _id: 'e1', title: 'New', success: false, error: 'boo', data: { title: 'x' } }),
      { kind: 'done', event: { id: 'e1', patch: { title: 'New' } } },
    ],
    [
      'a refusal',
      make,
      answer(400, NO),
      { kind: 'parked', declined: false, message: 'Not today.' },
    ],
    [
      'an update that names no id, without keys',
      { ...update, isKeyed: false },
      answer(200, { title: 'New' }),
      { kind: 'done', event: { id: null, patch: { title: 'New' } } },
    ],
    [
      'an update that names no id, of a server with keys',
      update,
      answer(200, { title: 'New' }),
      { kind: 'retry', answered: false },
    ],
    ["a portal's JSON after an update", update, PORTAL, { kind: 'retry', answered: false }],
    [
      "a portal's JSON after an update without keys",
      { ...update, isKeyed: false },
      PORTAL,
      { kind: 'retry', answered: false },
    ],
    ["a portal's JSON after a deletion", drop, PORTAL, { kind: 'retry', answered: false }],
    [
      "a portal's JSON after a deletion without keys",
      { ...drop, isKeyed: false },
      PORTAL,
      { kind: 'retry', answered: false },
    ],
    [
      'an update of a deleted event',
      update,
      answer(404, MISSING),
      { kind: 'parked', message: 'It does not exist.' },
    ],
    ['a deletion with a body', drop, answer(200, { success: true }), { kind: 'done' }],
    [
      'a deletion without a body, without keys',
      { ...drop, isKeyed: false },
      answer(204),
      { kind: 'done' },
    ],
    [
      'a deletion without a body, of a server with keys',
      drop,
      answer(204),
      { kind: 'retry', answered: false },
    ],
    [
      "a portal's page after a deletion",
      drop,
      { ...answer(200), isEmpty: false },
      { kind: 'retry', answered: false },
    ],
    ['a delete of a deleted event', drop, answer(404, MISSING), { kind: 'done', already: true }],
    [
      "a gateway's 412",
      make,
      answer(412, { error: 'Precondition Failed' }),
      { kind: 'retry', answered: false },
    ],
    ['no session', make, answer(401, NO), { kind: 'signed-out' }],
  ]
  test.each(cases)('%s', (_, change, came, verdict) => {
    expect(judge(change, came)).toMatchObject(verdict)
  })
})
