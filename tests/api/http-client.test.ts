import { HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { signIn } from '#src/api/account/auth-api.ts'
import { ApiError } from '#src/api/api-error.ts'
import { connectApi } from '#src/api/http-client.ts'
import { actOnPosting, savePosting } from '#src/api/posting/posting-api.ts'
import { getDashboard } from '#src/api/sections/dashboard-api.ts'
import { listListings } from '#src/api/sections/listings-api.ts'
import { revealPan } from '#src/api/sections/loans-api.ts'
import { EMPTY_DRAFT } from '#src/domain/posting/posting-draft.ts'
import { wireListing } from '#tests/support/panel-answers.ts'
import { answer, setupAnswers } from '#tests/support/render-with-sync.tsx'

setupAnswers()

let signedOut: (string | null)[]
let outcomes: boolean[]
let takesKeys: boolean

function connect(findToken: () => string | null) {
  connectApi({
    findToken,
    takesKeys: () => takesKeys,
    onRoleVersion: () => undefined,
    confirmIdentity: async () => false,
    onSignedOut: (token) => signedOut.push(token),
    onOutcome: (isAnswered) => outcomes.push(isAnswered),
  })
}

beforeEach(() => {
  signedOut = []
  outcomes = []
  takesKeys = false
  connect(() => 'the-token')
})
afterEach(() => connect(() => null))

async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error(`no ApiError but ${String(error)}`)
  return error
}

const LIST = 'GET /admin/properties'
const read = () => listListings({ etag: null })
const says = (status: number, body: object) => () => HttpResponse.json(body, { status })

test('every call sends the stored token, and no Authorization header if there is none', async () => {
  const seen: (string | null)[] = []
  answer({
    [LIST]: ({ headers }) => {
      seen.push(headers.get('Authorization'))
      return HttpResponse.json({ success: true, data: [] })
    },
  })
  await read()
  connect(() => null)
  await read()
  expect(seen).toEqual(['Bearer the-token', null])
})

test("a call does not wait for the browser's cookie store", async () => {
  const get = vi.fn(() => new Promise<null>(() => undefined))
  vi.stubGlobal('cookieStore', { get })
  answer({ [LIST]: says(200, { success: true, data: [] }) })
  await read()
  expect(get).not.toHaveBeenCalled()
  vi.unstubAllGlobals()
})

test.each([
  [true, 'no-answer', []],
  [false, 'signed-out', ['the-token']],
])(
  "if the server's support for idempotency keys is %s, an HTML page with status 401 is classified as '%s'",
  async (knows, kind, ended) => {
    takesKeys = knows
    answer({ [LIST]: () => HttpResponse.html('<p>Sign in</p>', { status: 401 }) })
    expect((await failureOf(read())).kind).toBe(kind)
    expect(signedOut).toEqual(ended)
  },
)

describe('failed calls are classified by status and contract', () => {
  test.each([
    ['success:false with 200', says(200, { success: false, error: 'No.' }), 'declined', 'No.'],
    ['an error status', says(422, { success: false, error: 'No.', code: 'x' }), 'refused', 'No.'],
    ['an error message that is not text', says(500, { error: { stack: 'x' } }), 'refused', null],
    ["a captive portal's page", () => HttpResponse.html('<p>Hotel</p>'), 'no-answer', null],
    ['JSON that does not match the contract', says(200, { hello: 1 }), 'no-answer', null],
    ['no network', () => HttpResponse.error(), 'no-answer', null],
  ] as const)('%s', async (_name, respond, kind, serverMessage) => {
    answer({ [LIST]: respond })
    expect(await failureOf(read())).toMatchObject({ kind, serverMessage })
    expect(signedOut).toEqual([])
  })

  test('a 401 ends the session whose token was rejected', async () => {
    answer({ [LIST]: says(401, { success: false, error: 'Sign in.' }) })
    expect((await failureOf(read())).kind).toBe('signed-out')
    expect(signedOut).toEqual(['the-token'])
  })

  test('a 401 at sign-in means wrong credentials and ends no session', async () => {
    answer({ 'POST /auth/login': says(401, { success: false, error: 'Invalid credentials' }) })
    const failure = await failureOf(signIn({ email: 'a@example.in', password: 'x' }, null))
    expect(failure).toMatchObject({ kind: 'signed-out', serverMessage: 'Invalid credentials' })
    expect(signedOut).toEqual([])
  })

  test('the error of a rate-limited call contains the Retry-After wait in milliseconds', async () => {
    const limited = { status: 429, headers: { 'Retry-After': '60' } }
    const body = { success: false, error: 'Too many.' }
    answer({ 'POST /admin/loan/:id/pan': () => HttpResponse.json(body, limited) })
    expect(await failureOf(revealPan('l1'))).toMatchObject({ status: 429, retryAfterMs: 60_000 })
  })
})

test('every call reports to the network status whether the API answered', async () => {
  const portal = () => HttpResponse.html('<p>Hotel</p>')
  for (const respond of [says(500, { error: 'down' }), () => HttpResponse.error(), portal]) {
    answer({ [LIST]: respond })
    await failureOf(read())
  }
  answer({ [LIST]: { success: true, data: [] } })
  await read()
  expect(outcomes).toEqual([true, false, false, true])
})

async function readDashboard(data: object) {
  answer({ 'GET /admin/dashboard-stats': { success: true, data } })
  return (await getDashboard({ etag: null }))?.data
}

test('an unreadable row of the dashboard is skipped, and the other rows are parsed', async () => {
  const rows = { chartData: [null], properties: [{}, wireListing()], lastTransactions: ['x'] }
  const readable = { revenue: [], transactions: [], listings: [{ version: 3 }] }
  expect(await readDashboard(rows)).toMatchObject(readable)
})

test('a dashboard without figures is parsed with zero for each figure', async () => {
  const rows = { chartData: [], properties: [wireListing()], lastTransactions: [] }
  const figures = { totalProperties: 0, boostedProperties: 0, totalRevenue: 0, totalUsers: 0 }
  expect(await readDashboard(rows)).toMatchObject(figures)
})

const ownPosting = (id: string) => ({
  id,
  version: 2,
  state: 'draft',
  label: 'Draft',
  isLive: false,
  hasChanges: true,
  actions: [],
  queuePlace: null,
  expiresAt: null,
  reason: null,
  draft: EMPTY_DRAFT,
})

describe('an answer that comes from something on the way', () => {
  const KEY = 'key-of-this-call'
  const submit = () => actOnPosting('l1', 'submit', KEY)
  const keyed = (key: string) => () =>
    HttpResponse.json({ success: true }, { headers: { 'Idempotency-Key': key } })

  test.each([
    ['no key', ''],
    ['the key of another call', 'key-of-another'],
  ])('is recognised by %s', async (_name, key) => {
    answer({ 'POST /account/listings/l1/submit': keyed(key) })
    expect((await failureOf(submit())).kind).toBe('no-answer')
    expect(outcomes).toEqual([false])
  })

  test('is recognised by the id of another listing', async () => {
    answer({ 'PUT /account/listings/l1': { success: true, data: ownPosting('l2') } })
    expect((await failureOf(savePosting('l1', EMPTY_DRAFT, 1))).kind).toBe('no-answer')
    answer({ 'PUT /account/listings/l1': { success: true, data: ownPosting('l1') } })
    expect((await savePosting('l1', EMPTY_DRAFT, 1)).id).toBe('l1')
  })
})
