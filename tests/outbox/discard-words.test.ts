import { expect, test } from 'vitest'
import { MAYBE_MADE } from '#src/domain/change.ts'
import { discardWords } from '#src/outbox/discard-words.ts'
import { refused } from '#tests/features/outbox/stored-changes.ts'
import { sampleChange, sampleEventChange } from '#tests/support/sample-change.ts'

// Before a person gives a change up: what that does, and what becomes of what they decided after it.

const APPROVAL = { ...sampleChange(), ...refused(422, null) }
const REJECTION = sampleChange({ seq: 2, action: { kind: 'status', to: 'rejected' } })
const DELETION = sampleChange({ seq: 3, action: { kind: 'delete' } })
const CREATION = { ...sampleEventChange(), ...refused(400, null) }
const EDIT = sampleEventChange({ seq: 2, action: { kind: 'update', patch: { place: 'Kothrud' } } })

test('what was decided about a listing after a refused decision stays, and is named', () => {
  expect(discardWords(APPROVAL, [REJECTION])).toEqual([
    'The server did not apply this. Discarding removes it from this device.',
    '“Reject”, which you decided after it, stays and is sent.',
  ])
  expect(discardWords(APPROVAL, [REJECTION, DELETION]).at(-1)).toBe(
    '“Reject”, then “Delete”, which you decided after it, stay and are sent.',
  )
})

test('edits of an event that is never made go with it; those of an event that is there stay', () => {
  expect(discardWords(CREATION, [EDIT])).toEqual([
    'The event leaves your list on this device, and what you typed is lost.',
    '“Change event”, which you decided after it, goes with it.',
  ])
  const refusedEdit = { ...EDIT, ...refused(400, null) }
  expect(discardWords(refusedEdit, [{ ...EDIT, seq: 3 }])).toEqual([
    'The event stays as the server has it, so what you typed is lost.',
    '“Change event”, which you decided after it, stays and is sent.',
  ])
})

test('a refused deletion leaves the event where it is', () => {
  const deletion = sampleEventChange({ action: { kind: 'delete' } })
  expect(discardWords({ ...deletion, ...refused(403, 'forbidden') }, [])).toEqual([
    'The event stays in your list.',
  ])
})

test.each([
  ['a try without an answer', sampleChange({ tries: 1 })],
  ['a refusal after a try without a key', { ...APPROVAL, isKeyed: false, tries: 2 }],
])('%s may have had its effect', (_, change) => {
  expect(discardWords(change, []).join(' ')).toMatch(/may already have had its effect/)
})

test('an event that was found in the list stays there', () => {
  expect(discardWords({ ...CREATION, ...refused(200, MAYBE_MADE) }, [])).toEqual([
    'The event that is in your list stays there.',
  ])
})
