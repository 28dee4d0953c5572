import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ChangeAnswer } from '#src/api/change-call.ts'
import type { Change } from '#src/domain/change.ts'
import { judge } from '#src/outbox/sending/answer-rules.ts'
import {
  sampleChange,
  sampleEventChange,
  sampleFields,
} from '#tests/support/outbox/sample-change.ts'

const approve = sampleChange()
const remove = sampleChange({ action: { kind: 'delete' } })
const create = sampleEventChange()
const patch = { title: 'New' }
const update = sampleEventChange({ entityId: 'e1', action: { kind: 'update', patch } })
const drop = sampleEventChange({ entityId: 'e1', action: { kind: 'delete' } })
/** The change as it is sent to a server without idempotency keys. */
const unkeyed = (change: Change): Change => ({ ...change, isKeyed: false })

function answer(
  status: number | null,
  body: ChangeAnswer['body'] = null,
  retryAfterMs: number | null = null,
) {
  return { status, body, isEmpty: body === null, retryAfterMs }
}
const KEY = approve.key
const YES = { success: true }
const NO = { success: false, error: 'Not today.', code: 'not-today' }
const MISSING = { success: false, error: 'It does not exist.', code: 'not-found' }
const GATEWAY_404 = { error: 'Not Found', status: 404 }
const CHANGED = {
  changedAt: '2026-11-20T08:00:00.000Z',
  actorId: 'reviewer-2',
  by: 'Ravi Shah',
  device: 'Chrome on Android',
}
const APPROVED = { _id: 'listing-1', status: 'approved', version: 4 }
const CREATED = { _id: 'e1', ...sampleFields(), version: 1 }
/** The answer with the key that the server repeats. */
const own = (came: ChangeAnswer): ChangeAnswer => ({ ...came, echoedKey: KEY })
/** A success with this listing. */
const yes = (listing: object) => answer(200, { ...YES, data: listing })
/** A 412 with the listing as it is on the server, and with who changed it. */
const changed = (status: string, listing: object) =>
  answer(412, { ...NO, data: { current: { ...APPROVED, status, ...listing }, ...CHANGED } })

const done = (details: object = {}) => ({ kind: 'done', ...details })
const parked = (details: object = {}) => ({ kind: 'parked', ...details })
const SIGNED_OUT = { kind: 'signed-out' }
/** Verdicts of a retry, after no answer of the API and after an answer of it. */
const UNANSWERED = { kind: 'retry', answered: false }
const ANSWERED = { kind: 'retry', answered: true }
const CONFLICT = { status: 'rejected', version: 9, ...CHANGED }
const DECIDED_BEFORE = {
  version: 9,
  already: true,
  first: { actorId: 'reviewer-2', by: 'Ravi Shah' },
}

type Row = [what: string, answer: ChangeAnswer, verdict: object]
type RowOfChange = [what: string, change: Change, answer: ChangeAnswer, verdict: object]

describe('the verdict on the answer to an approval', () => {
  test.each<Row>([
    ['a success with the listing', yes(APPROVED), done({ version: 4, already: false })],
    [
      'a success repeated after the listing was deleted',
      own(answer(200, YES)),
      done({ version: null }),
    ],
    ['a success for another listing', yes({ ...APPROVED, _id: 'listing-2' }), UNANSWERED],
    ['a success with another status', yes({ ...APPROVED, status: 'rejected' }), UNANSWERED],
    ['a success with data that is not a listing', yes([]), UNANSWERED],
    ['success:false', answer(200, NO), parked({ declined: true, message: 'Not today.' })],
    ['401', answer(401, NO), SIGNED_OUT],
    ['403', answer(403, NO), parked({ code: 'not-today' })],
    ["the API's own 404", answer(404, MISSING), parked({ declined: false })],
    ['408', answer(408), ANSWERED],
    ['409 while the key is in use', answer(409, NO, 1_000), { ...ANSWERED, holds: 'itself' }],
    ['409 without Retry-After', answer(409, NO), parked()],
    ['412 about another listing', changed('rejected', { _id: 'listing-2' }), UNANSWERED],
    ['412 without a version', changed('rejected', { version: null }), UNANSWERED],
    ['412', changed('rejected', { version: 9 }), { kind: 'conflict', conflict: CONFLICT }],
    ['412, the decided status', changed('approved', { version: 9 }), done(DECIDED_BEFORE)],
    ['422, the key of another request', answer(422, NO), parked()],
    [
      '422 that mentions 401 and 500',
      answer(422, { ...NO, error: '401, 500' }),
      parked({ message: '401, 500' }),
    ],
    ['429', answer(429, NO, 7_000), { ...ANSWERED, holds: 'person', retryAfterMs: 7_000 }],
    ['500', answer(500, NO), { ...ANSWERED, holds: 'itself', message: 'Not today.' }],
    ['503', answer(503, NO), { ...ANSWERED, holds: 'all' }],
  ])('%s', (_what, came, verdict) => {
    expect(judge(approve, came)).toMatchObject(verdict)
  })

  test.each<Row>([
    ['401 without a body of the API', answer(401), SIGNED_OUT],
    ['403 without a body of the API', answer(403), parked()],
    ['404 without a code', answer(404, GATEWAY_404), parked()],
    ['412 without a version', answer(412, { error: 'Precondition Failed' }), { kind: 'conflict' }],
  ])('%s, of a server without idempotency keys', (_what, came, verdict) => {
    expect(judge(unkeyed(approve), came)).toMatchObject(verdict)
  })
})

test.each<RowOfChange>([
  ["the API's own 404", remove, answer(404, MISSING), done({ version: null, already: true })],
  ['a 404 after an earlier try', unkeyed(remove), answer(404, NO), done({ already: false })],
  ["a gateway's 404 in JSON", remove, answer(404, GATEWAY_404), UNANSWERED],
  ["a framework's 404", remove, answer(404, { ...NO, code: 'E404' }), UNANSWERED],
  ['a success for another listing', remove, yes({ _id: 'listing-2' }), UNANSWERED],
])('the verdict on the answer to a delete: %s', (_what, change, came, verdict) => {
  expect(judge(change, came)).toMatchObject(verdict)
})

describe('an answer from something between the device and a server with keys', () => {
  const details = { changeKey: 'a-key', code: 'photos', note: '', changesNeeded: true }
  const reason = sampleChange({ action: { kind: 'reason', ...details }, baseVersion: null })
  const changes = { approve, remove, reason, create, update, drop }
  const answers = {
    'a bare success': answer(200, YES),
    'a success with the key of another change': { ...answer(200, YES), echoedKey: 'other-key' },
    'a bare success:false': answer(200, { success: false }),
    'success:false with an error': answer(200, { success: false, error: 'Blocked' }),
    ...Object.fromEntries(
      [400, 403, 404, 405, 409, 410, 412, 413, 422].flatMap((status) => [
        [`${status} with an error`, answer(status, { error: 'Blocked' })],
        [`${status} in the envelope`, answer(status, { success: false, error: 'Blocked' })],
        [`${status} with a foreign code`, answer(status, { ...NO, code: 'E_BLOCKED' })],
      ]),
    ),
  }
  const rows = Object.entries(changes).flatMap(([kind, change]) =>
    Object.entries(answers).map(([what, came]) => ({ kind, what, change, came })),
  )
  test.each(rows)('$what does not settle a keyed change: $kind', ({ change, came }) => {
    expect(judge(change, came)).toMatchObject(UNANSWERED)
  })

  test.each([
    ['a bare success', approve, answer(200, YES), done()],
    ['a bare success to a delete', remove, answer(200, YES), done()],
    ['403 with an error', approve, answer(403, { error: 'No' }), parked({ message: 'No' })],
    ['400 with an error', update, answer(400, { error: 'No' }), parked({ message: 'No' })],
    ['409 with an error', drop, answer(409, { error: 'No' }), parked({ message: 'No' })],
    ['success:false', approve, answer(200, { success: false }), parked({ declined: true })],
  ])('%s settles a change that was sent without a key', (_what, change, came, verdict) => {
    expect(judge(unkeyed(change), came)).toMatchObject(verdict)
  })
})

test('only an answer of the API can settle a change with an idempotency key', () => {
  // Answers of captive portals, filters, gateways and proxies, which never have the fields of the API contract.
  const status = fc.oneof(
    fc.constantFrom(null, 200, 204, 401, 403, 404, 407, 412, 451),
    fc.integer({ min: 200, max: 399 }),
    fc.integer({ min: 500, max: 599 }),
  )
  const names = fc.constantFrom('status', 'message', 'title', 'path')
  const body = fc.option(fc.dictionary(names, fc.jsonValue()))
  const changes = fc.constantFrom(approve, remove, create, update, drop)
  fc.assert(
    fc.property(changes, status, body, fc.boolean(), (change, status, body, isEmpty) => {
      const verdict = status !== null && status >= 500 ? ANSWERED : UNANSWERED
      const came = { ...answer(status, body), ...(body === null && { isEmpty }) }
      expect(judge(change, came)).toMatchObject(verdict)
    }),
    { numRuns: 500 },
  )
})

describe('the verdict on the answer to an event change', () => {
  /** A captive portal's answer to everything: JSON with a status. */
  const PORTAL = answer(200, { status: 'login required' })
  const LIKE_AN_ENVELOPE = { success: false, error: 'boo', data: { title: 'x' } }
  const NAMED = { id: 'e1', patch: { title: 'Open house in Baner' } }
  test.each<RowOfChange>([
    ['the created event', create, answer(200, CREATED), done({ version: 1, event: NAMED })],
    ['the created event in an envelope', create, yes(CREATED), done({ event: { id: 'e1' } })],
    ['a repeated success without fields', create, event({}), done({ event: { patch: {} } })],
    ['another event than the created one', create, event({ title: 'Not mine' }), UNANSWERED],
    ['another event than the edited one', update, event({ ...patch, _id: 'e2' }), UNANSWERED],
    ['the event as it was before the edit', update, event({ title: 'Old' }), UNANSWERED],
    ['another event than the deleted one', drop, event({ ...YES, _id: 'e2' }), UNANSWERED],
    ['a repeated success after a delete', create, own(answer(200, YES)), done({ already: true })],
    ['a success without an event, unkeyed', unkeyed(create), answer(200, YES), UNANSWERED],
    ['success:false', create, answer(200, NO), parked({ declined: true })],
    [
      'fields like an envelope',
      update,
      event({ ...patch, ...LIKE_AN_ENVELOPE }),
      done({ event: { id: 'e1', patch } }),
    ],
    ['a refusal', create, answer(400, NO), parked({ declined: false, message: 'Not today.' })],
    ['no id, unkeyed', unkeyed(update), answer(200, patch), done({ event: { id: null, patch } })],
    ['no id', update, answer(200, patch), UNANSWERED],
    ["a captive portal's JSON to an unkeyed edit", unkeyed(update), PORTAL, UNANSWERED],
    ["a captive portal's JSON to an unkeyed delete", unkeyed(drop), PORTAL, UNANSWERED],
    ['404 for an edit', update, answer(404, MISSING), parked({ message: 'It does not exist.' })],
    ['404 for a delete', drop, answer(404, MISSING), done({ already: true })],
    ['a success with a body for a delete', drop, own(answer(200, YES)), done()],
    ['204 for an unkeyed delete', unkeyed(drop), answer(204), done()],
    ['401', create, answer(401, NO), SIGNED_OUT],
  ])('%s', (_what, change, came, verdict) => {
    expect(judge(change, came)).toMatchObject(verdict)
  })

  /** An event without an envelope. */
  function event(fields: object) {
    return answer(200, { _id: 'e1', version: 1, ...fields })
  }
})

describe('the verdict on the answer to a reason for a rejection', () => {
  const details = { changeKey: 'a-key', code: 'photos', note: '', changesNeeded: true }
  const reason = sampleChange({ action: { kind: 'reason', ...details }, baseVersion: null })
  const decidedAgain = { ...NO, code: 'decided-again' }
  test.each<Row>([
    ['a success', own(answer(200, YES)), done({ already: false })],
    ['a success with the listing, of another kind of change', yes(APPROVED), UNANSWERED],
    ['409 after another decision', answer(409, decidedAgain), parked({ code: 'decided-again' })],
    ['409 while the key is in use', answer(409, NO, 1_000), ANSWERED],
    ['404 for the listing', answer(404, MISSING), parked({ code: 'not-found' })],
    ['412, which the API never sends for a reason', answer(412, NO), UNANSWERED],
  ])('%s', (_what, came, verdict) => {
    expect(judge(reason, came)).toMatchObject(verdict)
  })
})
