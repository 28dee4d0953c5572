import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { isApiReachable, readEventList } from '#src/api/change-call.ts'
import type { Change } from '#src/domain/change.ts'
import { sendChange } from '#src/outbox/sending/joint-calls.ts'
import {
  sampleChange,
  sampleEventChange,
  sampleFields,
} from '#tests/support/outbox/sample-change.ts'
import { answer, setupAnswers } from '#tests/support/render-with-sync.tsx'

setupAnswers()

const NO_ANSWER = { status: null, body: null, isEmpty: false, retryAfterMs: null }
const STATUS_CALL = 'PATCH /admin/properties/:id/status'

const pathOf = ({ method, url }: Request) => `${method} ${new URL(url).pathname}`

async function requestOf(change: Change = sampleChange()): Promise<Request> {
  const seen: Request[] = []
  const yes = (request: Request) => {
    seen.push(request.clone())
    return HttpResponse.json({ success: true })
  }
  answer({ 'POST /*': yes, 'PUT /*': yes, 'PATCH /*': yes, 'DELETE /*': yes })
  await sendChange(change, 'the-token')
  const [request] = seen
  if (!request) throw new Error('nothing was sent')
  return request
}

describe('the request of a listing change', () => {
  test('is the exact call of the specification, with token, version and key', async () => {
    const request = await requestOf()
    expect(pathOf(request)).toBe('PATCH /api/admin/properties/listing-1/status')
    expect(await request.json()).toEqual({ status: 'approved' })
    expect(Object.fromEntries(request.headers)).toMatchObject({
      authorization: 'Bearer the-token',
      'content-type': 'application/json',
      'if-match': '"3"',
      'idempotency-key': 'a-key-of-its-own-1',
    })
  })

  test('sends the reason of a rejection with the key of the rejection in the body, an Idempotency-Key of its own, and no version', async () => {
    const reason = { changeKey: 'a-key', code: 'photos', note: 'Blurred.', changesNeeded: true }
    const action = { kind: 'reason', ...reason } as const
    const request = await requestOf(sampleChange({ action, baseVersion: null }))
    expect(pathOf(request)).toBe('PUT /api/admin/properties/listing-1/reason')
    expect(await request.json()).toEqual(reason)
    expect(request.headers.get('Idempotency-Key')).toBe('a-key-of-its-own-1')
    expect(request.headers.has('If-Match')).toBe(false)
  })

  test("uses the specification's path for a delete, with the id encoded", async () => {
    const change = sampleChange({ action: { kind: 'delete' }, entityId: 'a/b' })
    expect(pathOf(await requestOf(change))).toBe('DELETE /api/admin/property/a%2Fb')
  })
})

describe('the request of an event change', () => {
  test('creates an event with the fields that have a value and with a key, but without a version', async () => {
    const request = await requestOf(sampleEventChange())
    expect(pathOf(request)).toBe('POST /api/events/create')
    const { note: _, ...said } = sampleFields()
    expect(await request.json()).toEqual(said)
    expect(request.headers.get('Idempotency-Key')).toBe('a-key-of-its-own-1')
    expect(request.headers.has('If-Match')).toBe(false)
  })

  test('updates only the changed fields; null removes a field', async () => {
    const patch = { title: 'Site visit', note: null }
    const action = { kind: 'update', patch } as const
    const request = await requestOf(sampleEventChange({ entityId: 'e 1', action }))
    expect(pathOf(request)).toBe('PUT /api/events/e%201')
    expect(await request.json()).toEqual(patch)
  })

  test('deletes an event by its id', async () => {
    const change = sampleEventChange({ entityId: 'e1', action: { kind: 'delete' } })
    expect(pathOf(await requestOf(change))).toBe('DELETE /api/events/e1')
  })
})

test.each<[string, Change]>([
  ['a listing', sampleChange({ isKeyed: false })],
  ['an event', sampleEventChange({ isKeyed: false })],
])(
  'a change of %s carries neither version nor key if the server does not support keys',
  async (_of, change) => {
    const { headers } = await requestOf(change)
    expect([headers.has('If-Match'), headers.has('Idempotency-Key')]).toEqual([false, false])
  },
)

describe('the event list, read to look for a change whose answer was lost', () => {
  test('is returned with its status and JSON; HTML and a network error yield no JSON', async () => {
    answer({ 'GET /events/user': () => HttpResponse.json([{ _id: 'e1' }]) })
    expect(await readEventList('t')).toEqual({ status: 200, json: [{ _id: 'e1' }] })
    answer({ 'GET /events/user': () => HttpResponse.html('<h1>Wi-Fi</h1>') })
    expect(await readEventList('t')).toEqual({ status: 200, json: undefined })
    answer({ 'GET /events/user': () => HttpResponse.error() })
    expect(await readEventList('t')).toEqual({ status: null, json: undefined })
  })
})

describe('the answer to a change', () => {
  test('is returned unchanged, with the Retry-After delay and the repeated key', async () => {
    answer({
      [STATUS_CALL]: () =>
        HttpResponse.json({ success: false }, { status: 503, headers: { 'Retry-After': '7' } }),
    })
    expect(await sendChange(sampleChange(), 't')).toEqual({
      isEmpty: false,
      status: 503,
      body: { success: false },
      retryAfterMs: 7_000,
      echoedKey: sampleChange().key,
    })
  })

  test('has neither a status nor a body without a network', async () => {
    answer({ [STATUS_CALL]: () => HttpResponse.error() })
    expect(await sendChange(sampleChange(), 't')).toEqual(NO_ANSWER)
  })

  test.each([
    ["a captive portal's page", '<html>Hotel</html>'],
    ['a body that was cut off', '{"success":tr'],
    ['JSON that is not an object', '[true]'],
  ])('has the body null for %s', async (_name, text) => {
    answer({ [STATUS_CALL]: () => new HttpResponse(text, { status: 200 }) })
    expect(await sendChange(sampleChange(), 't')).toMatchObject({ status: 200, body: null })
  })
})

describe('the reachability check', () => {
  const text = (body: string, status: number) => () => new HttpResponse(body, { status })
  test.each([
    ["accepts the API's own health answer", () => HttpResponse.json({ status: 'ok' }), true],
    ['accepts a backend without a health path', text('Not here', 404), true],
    ['accepts an API that is starting', text('{"status":"no"}', 503), true],
    ["rejects a captive portal's page", () => HttpResponse.html('<p>Hotel</p>'), false],
    ["rejects a gateway's error page", text('Bad gateway', 502), false],
    ['fails without a network', () => HttpResponse.error(), false],
  ])('%s', async (_name, respond, isReachable) => {
    answer({ 'GET /healthz': respond, 'GET /events/user': respond })
    expect(await isApiReachable()).toBe(isReachable)
  })

  test('reaches a backend through a path of the specification if CORS blocks its health path', async () => {
    const refused = () => HttpResponse.json({ error: 'Unauthorized' }, { status: 401 })
    answer({ 'GET /healthz': () => HttpResponse.error(), 'GET /events/user': refused })
    expect(await isApiReachable()).toBe(true)
  })
})
