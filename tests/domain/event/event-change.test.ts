import { expect, test } from 'vitest'
import {
  type EventAction,
  foldEventActions,
  isEventActionRedundant,
  titleOf,
  wireFieldsOf,
} from '#src/domain/event/event-change.ts'
import { sampleFields } from '#tests/support/outbox/sample-change.ts'

const CREATE = { kind: 'create', fields: sampleFields(), twins: [] } satisfies EventAction
const RENAME: EventAction = { kind: 'update', patch: { title: 'Site visit' } }
const MOVE: EventAction = { kind: 'update', patch: { place: 'Kothrud', note: null } }
const DELETE: EventAction = { kind: 'delete' }

const BOTH = { title: 'Site visit', place: 'Kothrud', note: null }
const LAST: EventAction = { kind: 'update', patch: { title: 'Last word' } }

test.each<[string, [EventAction, ...EventAction[]], EventAction]>([
  [
    'a creation and its edits: one creation',
    [CREATE, RENAME, MOVE],
    { ...CREATE, fields: sampleFields(BOTH) },
  ],
  ['a creation and a delete: a delete', [CREATE, RENAME, DELETE], DELETE],
  [
    'edits: one with the last values',
    [RENAME, MOVE, LAST],
    { kind: 'update', patch: { ...BOTH, title: 'Last word' } },
  ],
  ['an edit and a delete: the delete', [RENAME, DELETE], DELETE],
  ['a delete and a later edit: the edit', [DELETE, RENAME], RENAME],
])('unsent changes of an event are merged: %s', (_, actions, folded) => {
  expect(foldEventActions(...actions)).toEqual(folded)
})

test('an edit that changes nothing and a second delete queue nothing', () => {
  expect(isEventActionRedundant(null, { kind: 'update', patch: {} })).toBe(true)
  expect(isEventActionRedundant(DELETE, DELETE)).toBe(true)
  expect(isEventActionRedundant(null, DELETE)).toBe(false)
  expect(isEventActionRedundant(RENAME, RENAME)).toBe(false)
  expect(isEventActionRedundant(null, CREATE)).toBe(false)
})

test('the title of a change is the title that it sets, if it sets one', () => {
  const titles = ['Open house in Baner', 'Site visit', undefined, undefined]
  expect([CREATE, RENAME, MOVE, DELETE].map(titleOf)).toEqual(titles)
})

test('the empty fields of a new event are not sent', () => {
  expect(wireFieldsOf(sampleFields({ place: null, kind: null }))).toEqual({
    title: 'Open house in Baner',
    startsAt: '2026-07-04T04:30:00.000Z',
    endsAt: '2026-07-04T06:30:00.000Z',
  })
})
