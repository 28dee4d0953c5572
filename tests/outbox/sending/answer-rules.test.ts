import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ChangeAnswer } from '#src/api/send-change.ts'
import { judge } from '#src/outbox/sending/answer-rules.ts'
import {
  sampleChange,
  sampleEventChange,
  sampleFields,
} from '#tests/support/outbox/sample-change.ts'

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
/** Verdicts of a retry, after no answer of the API and after an answer of it. */
const UNANSWERED = { kind: 'retry', answered: false }
const ANSWERED = { kind: 'retry', answered: true }
const NO = { success: false, error: 'Not today.', code: 'not-today' }

const THEIRS = { status: 'rejected', version: 9 }
const CHANGED = {
  changedAt: '2026-11-20T08:00:00.000Z',
  actorId: 'reviewer-2',
  by: 'Ravi Shah',
  device: 'Chrome on Android',
}

describe('the verdict on the answer to an approval', () => {
  const cases: [string, ChangeAnswer, object][] = [
    [
      'a success with the listing',
      answer(200, { ...YES, data: { ...LISTING, status: 'approved', version: 4 } }),
      { kind: 'done', version: 4, already: false },
    ],
    [
      'a success repeated for the same key, after the listing was deleted',
      answer(200, YES),
      { kind: 'done', version: null },
    ],
    [
      'a success for another listing',
      answer(200, { ...YES, data: { ...LISTING, _id: 'listing-2', status: 'approved' } }),
      UNANSWERED,
    ],
    [
      'a success with another status',
      answer(200, { ...YES, data: { ...LISTING, status: 'rejected' } }),
      UNANSWERED,
    ],
    [
      'a success with data that is not a listing',
      answer(200, { ...YES, data: [] }),
      { kind: 'retry' },
    ],
    [
      'a 412 about another listing',
      answer(412, { ...NO, data: { current: { ...LISTING, _id: 'listing-2', version: 9 } } }),
      UNANSWERED,
    ],
    ['a 412 without a version', answer(412, { ...NO, data: { current: LISTING } }), UNANSWERED],
    ['success:false', answer(200, NO), { kind: 'parked', declined: true, message: 'Not today.' }],
    ["the API's own 404", answer(404, MISSING), { kind: 'parked', declined: false }],
    ['408', answer(408), ANSWERED],
    [
      '429 with Retry-After',
      answer(429, NO, 7_000),
      { kind: 'retry', holds: 'person', retryAfterMs: 7_000 },
    ],
    ['500', answer(500, NO), { ...ANSWERED, holds: 'itself', message: 'Not today.' }],
    ['503', answer(503, NO), { ...ANSWERED, holds: 'all' }],
    ["a gateway's 502 page", answer(502), ANSWERED],
    [
      'a 409 while another request with the key is running',
      answer(409, NO, 1_000),
      { ...ANSWERED, holds: 'itself' },
    ],
    ['a 409 without Retry-After', answer(409, NO), { kind: 'parked' }],
    ['401', answer(401, NO), { kind: 'signed-out' }],
    ['403', answer(403, NO), { kind: 'parked', code: 'not-today' }],
    ['422, a key that was used for another request', answer(422, NO), { kind: 'parked' }],
    [
      'a 422 whose message has numbers that look like status codes',
      answer(422, { success: false, error: 'Listing 401 is locked by 500 others.' }),
      { kind: 'parked', message: 'Listing 401 is locked by 500 others.' },
    ],
    [
      "a 412 with the listing's status on the server, and when and on which device it was set",
      answer(412, { ...NO, data: { current: { ...LISTING, ...THEIRS }, ...CHANGED } }),
      { kind: 'conflict', conflict: { ...THEIRS, ...CHANGED } },
    ],
    [
      'a 412 although the listing has the decided status on the server',
      answer(412, {
        ...NO,
        data: { current: { ...LISTING, status: 'approved', version: 9 }, ...CHANGED },
      }),
      {
        kind: 'done',
        version: 9,
        already: true,
        first: { actorId: CHANGED.actorId, by: CHANGED.by },
      },
    ],
  ]
  test.each(cases)('%s', (_name, given, verdict) => {
    expect(judge(approve, given)).toMatchObject(verdict)
  })
})

test.each([
  [401, { kind: 'signed-out' }],
  [403, { kind: 'parked' }],
])(
  'a %s without a body of the API is accepted from a backend without idempotency keys',
  (status, verdict) => {
    expect(judge(sampleChange({ isKeyed: false }), answer(status))).toMatchObject(verdict)
  },
)

test('without idempotency keys, a 404 confirms a delete, because an earlier try may have deleted the listing', () => {
  const unkeyed = sampleChange({ action: { kind: 'delete' }, isKeyed: false })
  expect(judge(unkeyed, answer(404, NO))).toMatchObject({ kind: 'done', already: false })
})

test.each([
  ["a proxy's 404 page", answer(404)],
  ["a gateway's 404 in JSON", answer(404, GATEWAY_404)],
  ["a framework's 404", answer(404, { success: false, error: 'no route', code: 'E404' })],
  ['a success for another listing', answer(200, { ...YES, data: { _id: 'listing-2' } })],
])("%s does not confirm a delete, but the API's own 404 does", (_name, given) => {
  expect(judge(remove, given)).toMatchObject(UNANSWERED)
  const deleted = { kind: 'done', version: null, already: true }
  expect(judge(remove, answer(404, MISSING))).toMatchObject(deleted)
})

test('on a backend without idempotency keys, a 404 without a code parks the change, and a 412 without a version is a conflict', () => {
  const unkeyed = sampleChange({ isKeyed: false })
  expect(judge(unkeyed, answer(404, GATEWAY_404))).toMatchObject({ kind: 'parked' })
  expect(judge(unkeyed, answer(412, { error: 'Precondition Failed' }))).toMatchObject({
    kind: 'conflict',
  })
})

/** A captive portal's answer to everything: JSON with a status. */
const PORTAL = answer(200, { status: 'login required' })

/** Answers of captive portals, filters, gateways and proxies, which never have the fields of the API contract. */
const STRANGE_STATUS = fc.oneof(
  fc.constantFrom(null, 401, 403, 404, 407, 412, 451),
  fc.integer({ min: 200, max: 399 }),
  fc.integer({ min: 500, max: 599 }),
)
const STRANGE_BODY = fc.option(
  fc.dictionary(fc.constantFrom('status', 'message', 'hello', 'path'), fc.jsonValue()),
)

test('only an answer of the API can settle a change with an idempotency key', () => {
  const entityId = 'e1'
  const changes = [
    approve,
    remove,
    sampleEventChange(),
    sampleEventChange({ entityId, action: { kind: 'update', patch: { title: 'New' } } }),
    sampleEventChange({ entityId, action: { kind: 'delete' } }),
  ]
  fc.assert(
    fc.property(
      fc.constantFrom(...changes),
      STRANGE_STATUS,
      STRANGE_BODY,
      (change, status, body) => {
        const isAnswered = status !== null && status >= 500
        const verdict = isAnswered ? ANSWERED : UNANSWERED
        expect(judge(change, answer(status, body))).toMatchObject(verdict)
      },
    ),
  )
})

describe('the verdict on the answer to an event change', () => {
  const make = sampleEventChange()
  const update = sampleEventChange({
    entityId: 'e1',
    action: { kind: 'update', patch: { title: 'New' } },
  })
  const drop = sampleEventChange({ entityId: 'e1', action: { kind: 'delete' } })
  const unkeyed = (change: typeof make) => ({ ...change, isKeyed: false })
  const created = { _id: 'e1', ...sampleFields(), version: 1 }
  const cases: [string, ReturnType<typeof sampleEventChange>, ChangeAnswer, object][] = [
    [
      'the created event without an envelope',
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
      'a success repeated for the same key, without the fields of the event',
      make,
      answer(200, { _id: 'e1', version: 1 }),
      { kind: 'done', event: { id: 'e1', patch: {} } },
    ],
    [
      'another event than the created one',
      make,
      answer(200, { ...created, title: 'Somebody else' }),
      UNANSWERED,
    ],
    [
      'another event than the one that was edited',
      update,
      answer(200, { _id: 'e2', title: 'New' }),
      UNANSWERED,
    ],
    [
      'the event as it was before the edit',
      update,
      answer(200, { _id: 'e1', title: 'Old' }),
      UNANSWERED,
    ],
    [
      'another event than the one that was deleted',
      drop,
      answer(200, { success: true, _id: 'e2' }),
      UNANSWERED,
    ],
    ['a success without an id', make, answer(200, { title: 'x' }), UNANSWERED],
    [
      'a success repeated for the same key, after the event was deleted',
      make,
      answer(200, YES),
      { kind: 'done', already: true },
    ],
    [
      'a success without an event, of a server without idempotency keys',
      unkeyed(make),
      answer(200, YES),
      UNANSWERED,
    ],
    ['success:false', make, answer(200, NO), { kind: 'parked', declined: true }],
    [
      'an event with additional fields that look like an envelope',
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
      'an edited event without an id, of a server without idempotency keys',
      unkeyed(update),
      answer(200, { title: 'New' }),
      { kind: 'done', event: { id: null, patch: { title: 'New' } } },
    ],
    [
      'an edited event without an id, of a server with idempotency keys',
      update,
      answer(200, { title: 'New' }),
      UNANSWERED,
    ],
    ["a captive portal's JSON as the answer to an edit", unkeyed(update), PORTAL, UNANSWERED],
    ["a captive portal's JSON as the answer to a delete", unkeyed(drop), PORTAL, UNANSWERED],
    [
      'a 404 for an edit of a deleted event',
      update,
      answer(404, MISSING),
      { kind: 'parked', message: 'It does not exist.' },
    ],
    ['a success for a delete, with a body', drop, answer(200, { success: true }), { kind: 'done' }],
    [
      'a 204 for a delete, of a server without idempotency keys',
      unkeyed(drop),
      answer(204),
      { kind: 'done' },
    ],
    ['a 204 for a delete, of a server with idempotency keys', drop, answer(204), UNANSWERED],
    [
      "a captive portal's page as the answer to a delete",
      drop,
      { ...answer(200), isEmpty: false },
      UNANSWERED,
    ],
    [
      'a 404 for a delete of a deleted event',
      drop,
      answer(404, MISSING),
      { kind: 'done', already: true },
    ],
    ['a 401', make, answer(401, NO), { kind: 'signed-out' }],
  ]
  test.each(cases)('%s', (_, change, came, verdict) => {
    expect(judge(change, came)).toMatchObject(verdict)
  })
})

describe('the verdict on the answer to a reason for a rejection', () => {
  const action = {
    kind: 'reason',
    changeKey: 'a-key',
    code: 'photos',
    note: '',
    changesNeeded: true,
  }
  const reason = sampleChange({ action: { ...action, kind: 'reason' }, baseVersion: null })
  const again = { success: false, error: 'It was decided again.', code: 'decided-again' }
  test.each<[string, ChangeAnswer, object]>([
    ['a success', answer(200, YES), { kind: 'done', already: false }],
    ['a success with the listing, which belongs to another kind of change', approved(), UNANSWERED],
    [
      'a 409, because the listing was decided again',
      answer(409, again),
      { kind: 'parked', code: 'decided-again' },
    ],
    ['a 409 while another request with the key is running', answer(409, NO, 1_000), ANSWERED],
    ['a 404 for the listing', answer(404, MISSING), { kind: 'parked', code: 'not-found' }],
    ['a 412, which the API never sends for a reason', answer(412, NO), UNANSWERED],
  ])('%s', (_name, given, verdict) => {
    expect(judge(reason, given)).toMatchObject(verdict)
  })

  function approved() {
    return answer(200, { ...YES, data: { ...LISTING, status: 'approved', version: 4 } })
  }
})
