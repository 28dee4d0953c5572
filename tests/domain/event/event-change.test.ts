import { describe, expect, test } from 'vitest'
import {
  type EventAction,
  foldEventActions,
  isEventActionRedundant,
  titleOf,
  wireFieldsOf,
} from '#src/domain/event/event-change.ts'
import { sampleFields } from '#tests/support/outbox/sample-change.ts'

const CREATE: EventAction = { kind: 'create', fields: sampleFields(), twins: [] }
const RENAME: EventAction = { kind: 'update', patch: { title: 'Site visit' } }
const MOVE: EventAction = { kind: 'update', patch: { place: 'Kothrud', note: null } }
const DELETE: EventAction = { kind: 'delete' }

describe('merging unsent changes of an event', () => {
  const cases: [string, [EventAction, ...EventAction[]], EventAction][] = [
    [
      'a creation and its edits become one creation with the edits',
      [CREATE, RENAME, MOVE],
      {
        kind: 'create',
        fields: sampleFields({ title: 'Site visit', place: 'Kothrud', note: null }),
        twins: [],
      },
    ],
    ['a creation and a delete become a delete', [CREATE, RENAME, DELETE], DELETE],
    [
      'two edits become one, in which the later value of a field wins',
      [RENAME, MOVE, { kind: 'update', patch: { title: 'Last word' } }],
      { kind: 'update', patch: { title: 'Last word', place: 'Kothrud', note: null } },
    ],
    ['an edit and a delete become the delete', [RENAME, DELETE], DELETE],
    ['a delete and a later edit become the edit', [DELETE, RENAME], RENAME],
  ]
  test.each(cases)('%s', (_, actions, folded) => {
    expect(foldEventActions(...actions)).toEqual(folded)
  })
})

test('an edit that changes nothing and a second delete queue nothing', () => {
  expect(isEventActionRedundant(null, { kind: 'update', patch: {} })).toBe(true)
  expect(isEventActionRedundant(DELETE, DELETE)).toBe(true)
  expect(isEventActionRedundant(null, DELETE)).toBe(false)
  expect(isEventActionRedundant(RENAME, RENAME)).toBe(false)
  expect(isEventActionRedundant(null, CREATE)).toBe(false)
})

test('the title of a change is the title that it sets, if it sets one', () => {
  expect([CREATE, RENAME, MOVE, DELETE].map(titleOf)).toEqual([
    'Open house in Baner',
    'Site visit',
    undefined,
    undefined,
  ])
})

test('the empty fields of a new event are not sent', () => {
  expect(wireFieldsOf(sampleFields({ place: null, kind: null }))).toEqual({
    title: 'Open house in Baner',
    startsAt: '2026-07-04T04:30:00.000Z',
    endsAt: '2026-07-04T06:30:00.000Z',
  })
})
