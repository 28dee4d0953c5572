import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { EventChange } from '#src/domain/change.ts'
import { attemptChange } from '#src/outbox/sending/attempt-change.ts'
import { YES } from '#tests/support/outbox/drain-device.ts'
import { sampleEventChange, sampleFields } from '#tests/support/outbox/sample-change.ts'

// An event is created on a backend without idempotency keys, and the answer is lost. The app looks for the event in
// the server's list before it sends the change again.

/** The server's answer to a request for its list. */
let list: { status: number | null; json: unknown }
const send = vi.fn(async () => MADE)
const readEventList = vi.fn(async () => list)

beforeEach(() => {
  list = { status: 200, json: [] }
  vi.clearAllMocks()
})

const wire = (id: string, overrides: object = {}) => ({ _id: id, ...sampleFields(), ...overrides })
const MADE = { ...YES, body: wire('made') }

function lost(overrides: Partial<EventChange> = {}): EventChange {
  return sampleEventChange({ isKeyed: false, tries: 2, ...overrides })
}

const attempt = (change: EventChange, isStillClaimed = () => true) =>
  attemptChange({ send, readEventList }, change, 'token', {
    isStillClaimed,
    signal: new AbortController().signal,
  })
const countCalls = () => [send.mock.calls.length, readEventList.mock.calls.length]

test('an event that is in the list is confirmed and not sent again', async () => {
  list.json = [wire('other', { title: 'Another' }), wire('mine')]
  const { verdict } = await attempt(lost())
  expect(verdict).toMatchObject({ kind: 'done', event: { id: 'mine' }, isTwice: false })
  expect(send).not.toHaveBeenCalled()
})

test.each([
  ['trims its texts', { note: 'Gate 4' }, { note: '\nGate 4 \n' }],
  ['formats times differently', { startsAt: '2026-07-04T10:00:00+05:30' }, {}],
  ['drops unknown fields', { kind: undefined }, {}],
])('the event is recognised in the list of a server that %s', async (_, listed, fields) => {
  list.json = [wire('mine', { note: null, ...listed })]
  const action = { kind: 'create', fields: sampleFields(fields), twins: [] } as const
  expect((await attempt(lost({ action }))).verdict).toMatchObject({ event: { id: 'mine' } })
  expect(send).not.toHaveBeenCalled()
})

test('an event that is missing from the list is sent again', async () => {
  list.json = { success: true, data: [wire('other', { place: 'Elsewhere' })] }
  const { verdict } = await attempt(lost())
  expect(verdict).toMatchObject({ kind: 'done', event: { id: 'made' }, isTwice: false })
  expect(send).toHaveBeenCalledOnce()
})

test('an equal event that existed before the first try is not mistaken for the new event', async () => {
  list.json = [wire('twin')]
  const change = lost({ action: { kind: 'create', fields: sampleFields(), twins: ['twin'] } })
  expect((await attempt(change)).verdict).toMatchObject({ kind: 'done', event: { id: 'made' } })
})

test('a change is parked if it is unknown which equal events existed before the first try', async () => {
  list.json = [wire('perhaps')]
  const change = lost({ action: { kind: 'create', fields: sampleFields(), twins: null } })
  expect((await attempt(change)).verdict).toMatchObject({ kind: 'parked', code: 'maybe-made' })
  expect(send).not.toHaveBeenCalled()
})

test.each([
  ['a try that arrives after its retry', 2],
  ['a first try that the browser repeated', 1],
])('a duplicate event is reported after %s', async (_, tries) => {
  send.mockImplementationOnce(async () => {
    list.json = [wire('late'), wire('made')]
    return MADE
  })
  expect((await attempt(lost({ tries }))).verdict).toMatchObject({ kind: 'done', isTwice: true })
})

test.each([
  ['got no answer', null, undefined, { kind: 'retry', answered: false }],
  ["got a portal's page", 200, undefined, { kind: 'retry', answered: false }],
  ['got a server error', 503, undefined, { kind: 'retry', answered: true }],
  ['found no session', 401, { success: false, error: 'Sign in.' }, { kind: 'signed-out' }],
])('nothing is sent if the request for the list %s', async (_, status, json, verdict) => {
  list = { status, json }
  expect((await attempt(lost())).verdict).toMatchObject(verdict)
  expect(send).not.toHaveBeenCalled()
})

test.each([
  ['a create with an idempotency key', { isKeyed: true }],
  ['an edit', { action: { kind: 'update', patch: { title: 'x' } } as const }],
])('%s is sent without reading the list', async (_, overrides) => {
  await attempt(lost(overrides))
  expect(countCalls()).toEqual([1, 0])
})

test('the first try of a create is sent without reading the list', async () => {
  list.status = null
  await attempt(lost({ tries: 1 }))
  expect(send).toHaveBeenCalledOnce()
})

describe('a page that was frozen for longer than the lease of its claim', () => {
  const NOTHING_SENT = { verdict: { kind: 'retry', answered: false }, status: null }

  test.each([
    ['a change with a key', { isKeyed: true, tries: 1 }],
    ['a first try without a key', { tries: 1 }],
    ['a later try without a key', { tries: 2 }],
  ])('sends and requests nothing: %s', async (_, overrides) => {
    expect(await attempt(lost(overrides), () => false)).toMatchObject(NOTHING_SENT)
    expect(countCalls()).toEqual([0, 0])
  })

  describe('while it read the list,', () => {
    const isListUnread = () => readEventList.mock.calls.length === 0

    test('sends nothing', async () => {
      expect(await attempt(lost(), isListUnread)).toMatchObject(NOTHING_SENT)
      expect(countCalls()).toEqual([0, 1])
    })

    test('still confirms an event that it finds there', async () => {
      list.json = [wire('mine')]
      const { verdict } = await attempt(lost(), isListUnread)
      expect(verdict).toMatchObject({ kind: 'done', event: { id: 'mine' } })
    })
  })
})
