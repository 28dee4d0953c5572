import { describe, expect, test } from 'vitest'
import type { EventChange } from '#src/domain/change.ts'
import { foldEventChanges } from '#src/outbox/overlay/event-overlay.ts'
import {
  sampleChange,
  sampleEvent,
  sampleEventChange,
  sampleFields,
} from '#tests/support/outbox/sample-change.ts'

const known = sampleEvent()
const fold = (changes: EventChange[], ackedBefore = 0) =>
  foldEventChanges([known], changes, ackedBefore)

const creation = (overrides: Partial<EventChange> = {}) =>
  sampleEventChange({
    action: { kind: 'create', fields: sampleFields({ title: 'Auction day' }), twins: [] },
    ...overrides,
  })
const renaming = (overrides: Partial<EventChange> = {}) =>
  sampleEventChange({
    entityId: known.id,
    action: { kind: 'update', patch: { title: 'Site visit' } },
    ...overrides,
  })
const dropping = (overrides: Partial<EventChange> = {}) =>
  sampleEventChange({ entityId: known.id, action: { kind: 'delete' }, ...overrides })
const acked = { state: 'acked', ackedAs: 1 } as const

test("without changes, `foldEventChanges` returns the server's row objects themselves", () => {
  expect(fold([]).rows[0]).toBe(known)
})

test('a created event is appended and an update is merged, while changes of listings are ignored', () => {
  const changes = [sampleChange({ entityId: known.id }), creation(), renaming()]
  const { rows, syncStatuses } = foldEventChanges([known], changes, 0)
  expect(rows).toMatchObject([
    { id: known.id, title: 'Site visit', place: known.place },
    { id: 'new-1', title: 'Auction day' },
  ])
  expect([...syncStatuses.keys()].sort()).toEqual([known.id, 'new-1'])
})

test('an event with a pending delete remains, marked as leaving, until the delete is confirmed', () => {
  expect(fold([dropping()]).syncStatuses.get(known.id)).toMatchObject({ isLeaving: true })
  expect(fold([dropping()]).rows).toHaveLength(1)
  expect(fold([dropping({ ...acked })]).rows).toEqual([])
})

test('an event with a pending delete keeps the fields of its unsent create or edit', () => {
  const made = creation().action
  const { rows, syncStatuses } = fold([creation({ action: { kind: 'delete' }, earlier: [made] })])
  expect(rows.at(-1)).toMatchObject({ id: 'new-1', title: 'Auction day' })
  expect(syncStatuses.get('new-1')).toMatchObject({ isLeaving: true })
  const edited = dropping({ earlier: [renaming().action] })
  expect(fold([edited]).rows[0]?.title).toBe('Site visit')
})

test('a refused change is shown with the values that the person typed, and its sync status', () => {
  const state = 'parked'
  const { rows, syncStatuses } = fold([creation({ state }), renaming({ state })])
  expect(rows.map(({ title }) => title)).toEqual(['Site visit', 'Auction day'])
  expect([...syncStatuses.values()].map(({ kind }) => kind)).toEqual(['parked', 'parked'])
})

describe('a confirmed event', () => {
  const result = { id: 'event-9', version: 1, patch: { title: 'As the server has it' } }
  const confirmed = creation({ ...acked, ackedResult: result })

  test("has the server's id and fields, and is still found by its temporary id", () => {
    const { rows, idsNow, syncStatuses } = fold([confirmed])
    expect(rows.at(-1)).toMatchObject({ id: 'event-9', title: 'As the server has it', version: 1 })
    expect(idsNow.get('new-1')).toBe('event-9')
    expect(syncStatuses.size).toBe(0)
  })

  test('is not duplicated by a list that contains it', () => {
    const list = [known, sampleEvent({ id: 'event-9' })]
    expect(foldEventChanges(list, [confirmed], 0).rows).toHaveLength(2)
  })

  test('does not reappear after another device deleted it', () => {
    expect(fold([confirmed], 1).rows).toEqual([known])
  })

  test('shows an edit made before the list is next requested', () => {
    const edit = renaming({ seq: 2, entityId: 'event-9' })
    const { rows, syncStatuses } = fold([confirmed, edit])
    expect(rows.at(-1)).toMatchObject({ id: 'event-9', title: 'Site visit' })
    expect(syncStatuses.get('event-9')?.kind).toBe('waiting')
  })
})

test('a confirmed update also merges the fields of its answer, even if the answer has no id', () => {
  const result = { id: null, version: null, patch: { place: 'Wakad' } }
  const { rows } = fold([renaming({ ...acked, ackedResult: result })])
  expect(rows).toEqual([{ ...known, title: 'Site visit', place: 'Wakad' }])
})

test('a confirmed change is not applied to a list that was requested after the confirmation', () => {
  const edit = renaming({ ...acked, ackedResult: null })
  expect(fold([edit], 1).rows[0]?.title).toBe(known.title)
})
