import { beforeEach, describe, expect, test } from 'vitest'
import type { ChangeAnswer } from '#src/api/send-change.ts'
import type { EventChange } from '#src/domain/change.ts'
import { attemptChange } from '#src/outbox/sending/attempt-change.ts'
import { sampleEventChange, sampleFields } from '#tests/support/outbox/sample-change.ts'

// An event is created on a backend without idempotency keys, and the answer is lost. The app looks for the event in
// the server's list before it sends the change again.

let list: unknown
let listStatus: number | null
let sent: number
let asked: number
let onSend: () => void

beforeEach(() => {
  list = []
  listStatus = 200
  sent = 0
  asked = 0
  onSend = () => undefined
})

const wire = (id: string, overrides: object = {}) => ({ _id: id, ...sampleFields(), ...overrides })

const parts = {
  async send(): Promise<ChangeAnswer> {
    sent += 1
    onSend()
    return { status: 200, body: wire('made'), isEmpty: false, retryAfterMs: null }
  },
  async readEventList() {
    asked += 1
    return { status: listStatus, json: list }
  },
}

function lost(overrides: Partial<EventChange> = {}): EventChange {
  return sampleEventChange({ isKeyed: false, tries: 2, ...overrides })
}

const attempt = (change: EventChange, isStillClaimed = () => true) =>
  attemptChange(parts, change, 'token', isStillClaimed)

test('an event that is in the list is confirmed and not sent again', async () => {
  list = [wire('other', { title: 'Another' }), wire('mine')]
  const { verdict } = await attempt(lost())
  expect(verdict).toMatchObject({ kind: 'done', event: { id: 'mine' }, isTwice: false })
  expect(sent).toBe(0)
})

test.each([
  ['trims its texts', { note: 'Gate 4' }, { note: '\nGate 4 \n' }],
  ['formats times differently', { startsAt: '2026-07-04T10:00:00+05:30' }, {}],
  ['drops unknown fields', { kind: undefined }, {}],
])('the event is recognised in the list of a server that %s', async (_, listed, fields) => {
  list = [wire('mine', { note: null, ...listed })]
  const action = { kind: 'create', fields: sampleFields(fields), twins: [] } as const
  expect((await attempt(lost({ action }))).verdict).toMatchObject({ event: { id: 'mine' } })
  expect(sent).toBe(0)
})

test('an event that is missing from the list is sent again', async () => {
  list = { success: true, data: [wire('other', { place: 'Elsewhere' })] }
  const { verdict } = await attempt(lost())
  expect(verdict).toMatchObject({ kind: 'done', event: { id: 'made' }, isTwice: false })
  expect(sent).toBe(1)
})

test('an equal event that existed before the first try is not mistaken for the new event', async () => {
  list = [wire('twin')]
  const change = lost({ action: { kind: 'create', fields: sampleFields(), twins: ['twin'] } })
  expect((await attempt(change)).verdict).toMatchObject({ kind: 'done', event: { id: 'made' } })
})

test('a change is parked if it is unknown which equal events existed before the first try', async () => {
  list = [wire('perhaps')]
  const change = lost({ action: { kind: 'create', fields: sampleFields(), twins: null } })
  expect((await attempt(change)).verdict).toMatchObject({ kind: 'parked', code: 'maybe-made' })
  expect(sent).toBe(0)
})

test.each([
  ['a try that arrives after its retry', 2],
  ['a first try that the browser repeated', 1],
])('a duplicate event is reported after %s', async (_, tries) => {
  onSend = () => {
    list = [wire('late'), wire('made')]
  }
  expect((await attempt(lost({ tries }))).verdict).toMatchObject({ kind: 'done', isTwice: true })
})

describe('when the list is not available', () => {
  const cases: [string, number | null, unknown, object][] = [
    ['no answer', null, undefined, { kind: 'retry', answered: false }],
    ["a portal's page", 200, undefined, { kind: 'retry', answered: false }],
    ['a server error', 503, undefined, { kind: 'retry', answered: true }],
    ['no session', 401, { success: false, error: 'Sign in.' }, { kind: 'signed-out' }],
  ]
  test.each(cases)('%s: nothing is sent', async (_, status, json, verdict) => {
    listStatus = status
    list = json
    expect((await attempt(lost())).verdict).toMatchObject(verdict)
    expect(sent).toBe(0)
  })
})

test.each([
  ['a create with an idempotency key', { isKeyed: true }],
  ['an edit', { action: { kind: 'update', patch: { title: 'x' } } as const }],
])('%s is sent without reading the list', async (_, overrides) => {
  await attempt(lost(overrides))
  expect([sent, asked]).toEqual([1, 0])
})

test('the first try of a create is sent without reading the list', async () => {
  listStatus = null
  await attempt(lost({ tries: 1 }))
  expect(sent).toBe(1)
})

describe('a page that was frozen for longer than the lease of its claim', () => {
  const NOTHING_SENT = { verdict: { kind: 'retry', answered: false }, status: null }

  test.each([
    ['a change with a key', { isKeyed: true, tries: 1 }],
    ['a first try without a key', { tries: 1 }],
    ['a later try without a key', { tries: 2 }],
  ])('sends and requests nothing: %s', async (_, overrides) => {
    expect(await attempt(lost(overrides), () => false)).toMatchObject(NOTHING_SENT)
    expect([sent, asked]).toEqual([0, 0])
  })

  test('sends nothing if it was frozen while it read the list', async () => {
    expect(await attempt(lost(), () => asked === 0)).toMatchObject(NOTHING_SENT)
    expect([sent, asked]).toEqual([0, 1])
  })

  test('confirms the event that it finds in the list, even if it was frozen while it read the list', async () => {
    list = [wire('mine')]
    const { verdict } = await attempt(lost(), () => asked === 0)
    expect(verdict).toMatchObject({ kind: 'done', event: { id: 'mine' } })
  })
})
