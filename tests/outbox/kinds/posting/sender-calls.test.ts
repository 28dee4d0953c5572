import { type DefaultBodyType, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { EMPTY_DRAFT } from '#src/domain/posting/posting-draft.ts'
import { saveListing, submitListing } from '#src/outbox/kinds/posting/sender-calls.ts'
import { answer, setupAnswers } from '#tests/support/render-with-sync.tsx'
import { noAnswer, recorded } from '#tests/support/scripted-answers.ts'
import { ID, KEY } from './waiting-listing.ts'

// Only what the server itself says refuses a listing. Whatever something on the way says, the listing waits.

const PORTAL = '<!doctype html><title>Welcome to the station</title>'
const SAID = { success: false, error: 'The sentence.', code: 'a-code' }
const LATER = { kind: 'no-answer' }
const REFUSED = { kind: 'refused', code: 'a-code', problem: { sentence: 'The sentence.' } }

const page = (status: number) => new HttpResponse(PORTAL, { status })
const json = (status: number, body: object, headers: Record<string, string> = {}) =>
  HttpResponse.json(body, { status, headers })

const ANSWERS: readonly [
  words: string,
  response: HttpResponse<DefaultBodyType>,
  meaning: object,
][] = [
  ['the page of a portal with 200', page(200), LATER],
  ['the page of a portal with 401', page(401), LATER],
  ['the page of a portal with 403', page(403), LATER],
  ['the page of a portal with 404', page(404), LATER],
  ["a gateway's 404", json(404, { status: 404, error: 'Not Found', path: '/' }), LATER],
  ["a gateway's 412", json(412, { status: 412, error: 'Precondition Failed' }), LATER],
  ["a portal's refusal with 200", json(200, { success: false, error: 'Log in.' }), LATER],
  [
    'a request that still runs',
    json(409, SAID, { 'Retry-After': '3' }),
    { ...LATER, retryAfterMs: 3_000 },
  ],
  ['a busy server', json(503, SAID, { 'Retry-After': '3' }), { ...LATER, retryAfterMs: 3_000 }],
  ["the server's 400", json(400, SAID), REFUSED],
  ["the server's 403", json(403, SAID), REFUSED],
  ["the server's 404", json(404, SAID), REFUSED],
  ["the server's 409", json(409, SAID), REFUSED],
]

describe.each(ANSWERS)('after %s', (_, response, meaning) => {
  setupAnswers()

  test('the meaning is the same for a draft and for a submission', async () => {
    answer({
      'PUT /account/listings/:id': () => response.clone(),
      'POST /account/listings/:id/submit': () => response.clone(),
    })
    expect(await saveListing({ id: ID, version: null }, EMPTY_DRAFT)).toMatchObject(meaning)
    expect(await submitListing({ id: ID, version: 3 }, KEY)).toMatchObject(meaning)
  })
})

describe('what is sent', () => {
  setupAnswers()

  test('a first save only creates, a later one replaces its version, and only that version is submitted', async () => {
    const saves = recorded(noAnswer)
    const submissions = recorded()
    answer({
      'PUT /account/listings/:id': saves.respond,
      'POST /account/listings/:id/submit': submissions.respond,
    })
    await saveListing({ id: ID, version: null }, EMPTY_DRAFT)
    await saveListing({ id: ID, version: 3 }, EMPTY_DRAFT)
    await submitListing({ id: ID, version: 3 }, KEY)
    expect(saves.headers('If-None-Match')).toEqual(['*', null])
    expect(saves.headers('If-Match')).toEqual([null, '"3"'])
    expect(submissions.headers('If-Match')).toEqual(['"3"'])
    expect(submissions.headers('Idempotency-Key')).toEqual([KEY])
  })
})
