import { expect, test } from 'vitest'
import { MAYBE_CREATED } from '#src/domain/change.ts'
import { discardMessages } from '#src/outbox/discard-messages.ts'
import { refused } from '#tests/features/outbox/stored-changes.ts'
import { sampleChange, sampleEventChange } from '#tests/support/outbox/sample-change.ts'

// The confirmation before a change is discarded says what the discard does, and what happens to later decisions.

const APPROVAL = { ...sampleChange(), ...refused(422, null) }
const REJECTION = sampleChange({ seq: 2, action: { kind: 'status', to: 'rejected' } })
const DELETION = sampleChange({ seq: 3, action: { kind: 'delete' } })
const CREATION = { ...sampleEventChange(), ...refused(400, null) }
const EDIT = sampleEventChange({ seq: 2, action: { kind: 'update', patch: { place: 'Kothrud' } } })

test('the confirmation names later decisions about the listing and says that they are kept', () => {
  expect(discardMessages(APPROVAL, [REJECTION])).toEqual([
    'The server did not apply this. Discarding removes it from this device.',
    '“Reject”, which you decided after it, stays and is sent.',
  ])
  expect(discardMessages(APPROVAL, [REJECTION, DELETION]).at(-1)).toBe(
    '“Reject”, then “Delete”, which you decided after it, stay and are sent.',
  )
})

test('discarding a refused create also discards later edits; discarding a refused edit keeps later edits', () => {
  expect(discardMessages(CREATION, [EDIT])).toEqual([
    'The event leaves your list on this device, and what you typed is lost.',
    '“Change event”, which you decided after it, goes with it.',
  ])
  const refusedEdit = { ...EDIT, ...refused(400, null) }
  expect(discardMessages(refusedEdit, [{ ...EDIT, seq: 3 }])).toEqual([
    'The event stays as the server has it, so what you typed is lost.',
    '“Change event”, which you decided after it, stays and is sent.',
  ])
})

test('discarding a refused delete keeps the event', () => {
  const deletion = sampleEventChange({ action: { kind: 'delete' } })
  expect(discardMessages({ ...deletion, ...refused(403, 'forbidden') }, [])).toEqual([
    'The event stays in your list.',
  ])
})

test.each([
  ['a try without an answer', sampleChange({ tries: 1 })],
  [
    'an earlier try of a refused change without an idempotency key',
    { ...APPROVAL, isKeyed: false, tries: 2 },
  ],
])('the confirmation warns that %s may have taken effect', (_, change) => {
  expect(discardMessages(change, []).join(' ')).toMatch(/may already have had its effect/)
})

test("discarding a create keeps an equal event that was found in the server's list", () => {
  expect(discardMessages({ ...CREATION, ...refused(200, MAYBE_CREATED) }, [])).toEqual([
    'The event that is in your list stays there.',
  ])
})
