import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MAYBE_CREATED } from '#src/domain/change.ts'
import { findTrouble } from '#src/outbox/trouble-messages.ts'
import { refused } from '#tests/features/outbox/stored-changes.ts'
import { sampleChange, sampleEventChange } from '#tests/support/outbox/sample-change.ts'

const listing = (status: number, code: string | null, isKeyed = true, said?: string) =>
  findTrouble({ ...sampleChange({ isKeyed }), ...refused(status, code, said) })
const waiting = (status: number | null) =>
  findTrouble(sampleChange({ tries: 1, lastError: { status, code: null, message: '' } }))
const event = (status: number, code: string | null) =>
  findTrouble({ ...sampleEventChange(), ...refused(status, code) })

test.each([
  [listing(403, 'forbidden'), 'This account may not make this change.', true],
  [listing(403, 'not-allowed'), 'Your role does not allow this change any more.', true],
  [listing(404, 'not-found'), 'This listing was deleted on the server meanwhile.', false],
  [event(404, 'not-found'), 'This event was deleted on the server meanwhile.', false],
  [listing(428, null), 'The server wants to know which version you saw', false],
  [listing(422, 'key-reused'), 'That is a fault of the app, not yours.', false],
  [event(413, 'event-too-large'), 'This event is longer than the server takes.', true],
  [event(409, 'too-many-events'), 'You have as many events as one person may have.', true],
  [event(413, 'events-too-large'), 'take up as much space as one account may have.', true],
  [event(200, MAYBE_CREATED), 'your list has an event that says the same', true],
])('a change that needs a person has an explanation: %o', (trouble, why, canSendAgain) => {
  expect(trouble?.why).toContain(why)
  expect(trouble?.canSendAgain).toBe(canSendAgain)
})

test("a refusal without a code is explained with the server's message and with advice", () => {
  expect(listing(422, null)).toMatchObject({
    why: 'So said the server.',
    advice: 'Open it and decide again, send this again, or discard it.',
  })
  expect(listing(200, null)?.advice).toBe('Send it again, or discard it.')
})

test('a change without an idempotency key can be sent again, because the server has stored no answer for it', () => {
  expect(listing(404, 'not-found', false)?.canSendAgain).toBe(true)
})

test('a 404 means that the record is gone, and a 403 does not', () => {
  expect(listing(404, 'not-found')?.isGone).toBe(true)
  expect(listing(403, 'forbidden')?.isGone).toBe(false)
})

test('a change that waits after a try has an explanation, and an untried change has none', () => {
  const lastError = { status: null, code: null, message: 'No answer from the server.' }
  expect(findTrouble(sampleChange({ tries: 1, lastError }))).toMatchObject({
    why: 'No answer from the server.',
    advice: 'It is sent again by itself.',
  })
  expect(findTrouble(sampleChange({ lastError }))).toBeNull()
})

test.each([
  [listing(422, null, true, ''), /did not take this change.*was not kept over the sign-out/],
  [listing(403, 'forbidden', true, ''), /^This account may not make this change/],
  [
    findTrouble(sampleChange({ state: 'parked', tries: 1 })),
    /^The server did not take this change/,
  ],
  [waiting(null), /^No answer from the server/],
  [waiting(503), /^The server could not take this change yet/],
  [waiting(401), /^The sign-in had ended/],
])(
  "if a sign-out removed the server's message, status and code explain the problem: %o",
  (trouble, why) => {
    expect(trouble?.why).toMatch(why)
    expect(trouble?.advice).toMatch(/^[A-Z].+\.$/)
  },
)

test('a field error that is shown as the reason is not repeated in the list of field errors', () => {
  const fields = { title: 'Too long.', place: 'Nobody knows it.' }
  const lastError = { status: 400, code: null, message: 'Too long.', fields }
  const trouble = findTrouble(sampleEventChange({ state: 'parked', lastError }))
  expect(trouble).toMatchObject({ why: 'Too long.', fields: ['Nobody knows it.'] })
})

test('a change that is confirmed or being sent has no explanation of a problem', () => {
  const { lastError } = refused(422, null)
  expect(findTrouble(sampleChange({ state: 'acked', tries: 2, lastError }))).toBeNull()
  expect(findTrouble(sampleChange({ state: 'sending', tries: 2, lastError }))).toBeNull()
})

/** The server's source files that refuse changes with an error code. */
const LISTING_FILES = [
  'listings/list/operator-change-routes',
  'listings/changes/listing-reason-service',
  'listings/reasons/reason-service',
  'platform/http/calls/version-match',
]
const EVENT_FILES = ['events/event-service', 'events/event-body', 'events/event-routes']
const SHARED_FILES = [
  'platform/idempotency/idempotency-service',
  'platform/http/calls/request-body',
  'accounts/guards/auth-guard',
]
/** Codes that refuse no queued change: they ask for a sign-in or password, or lead to a retry or a conflict. */
const NO_REFUSAL = [
  'unauthenticated',
  'session-replaced',
  'confirm-identity',
  'reauthenticate',
  'still-running',
  'version-conflict',
  // Codes for edits of the list of reasons, which are made online only.
  'list-changed',
  'reason-used',
  // A code for owners' edits of their listings, which are made online only.
  'sellers-only',
]

function codesOf(files: readonly string[]): [number, string][] {
  const source = files.map((file) => readFileSync(`server/${file}.ts`, 'utf8')).join('\n')
  const thrown = [...source.matchAll(/ServerError\(\s*(\d{3}),\s*'([a-z-]+)'/g)]
  const answered = [...source.matchAll(/errorBody\('([a-z-]+)'/g)]
  return [
    ...thrown.map(([, status, code = '']): [number, string] => [Number(status), code]),
    ...answered.map(([, code = '']): [number, string] => [404, code]),
  ].filter(([, code]) => !NO_REFUSAL.includes(code))
}

test.each([
  ['listing', codesOf([...LISTING_FILES, ...SHARED_FILES]), listing],
  ['event', codesOf([...EVENT_FILES, ...SHARED_FILES]), event],
] as const)(
  'the app has a message for every code with which the server refuses a change of a %s',
  (_, codes, troubleOf) => {
    expect(codes.length).toBeGreaterThan(5)
    for (const [status, code] of codes) {
      const { why = '', advice = '' } = troubleOf(status, code) ?? {}
      expect(why, code).not.toContain('So said the server')
      expect(`${why} ${advice}`, code).not.toMatch(/\d/)
      expect(why, code).toMatch(/^[A-Z].+\.$/)
      expect(advice, code).toMatch(/^[A-Z].+\.$/)
    }
  },
)
