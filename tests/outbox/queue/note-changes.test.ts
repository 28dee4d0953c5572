import { beforeEach, describe, expect, test } from 'vitest'
import type { NoteSubject } from '#src/domain/note/note.ts'
import type { NoteAction } from '#src/domain/note/note-change.ts'
import { noteDraftOf } from '#src/outbox/kinds/note/note-draft.ts'
import { claimInNewRun, claimOne, setupOutbox } from '#tests/support/outbox/run-claims.ts'
import { sampleChange } from '#tests/support/outbox/sample-change.ts'

// Notes of the team in the outbox: those about one record arrive in their order, and only changes of one note merge.

let keys = 0
const outbox = setupOutbox({ makeKey: () => `key-${++keys}`, now: () => 0 })
beforeEach(() => {
  keys = 0
})

const LISTING: NoteSubject = { kind: 'listing', id: 'listing-1' }
const CONFIRMED = { version: null, event: null, isFound: false }
const NO = { status: 409, code: 'note-removed', message: 'No.' }

const write = (noteId: string, text: string, isNew = true): NoteAction => ({
  kind: 'write',
  noteId,
  text,
  isNew,
})
const remove = (noteId: string): NoteAction => ({ kind: 'delete', noteId })
const queue = (action: NoteAction, about = LISTING) =>
  outbox.store.queueChange(noteDraftOf('asha', { about, name: 'Sea view', action }))
const listTexts = async () =>
  (await outbox.store.listChanges('asha')).map(({ action, state }) =>
    action.kind === 'write' ? `${state} ${action.text}` : `${state} ${action.kind}`,
  )

describe('notes about one record', () => {
  test('are sent one after the other, in their order, and those about another record beside them', async () => {
    await queue(write('n1', 'First.'))
    await queue(write('n2', 'Second.'))
    await queue(write('n3', 'Of the member.'), { kind: 'member', id: 'listing-1' })
    const first = await claimInNewRun(outbox.store, { limit: 5 })
    expect(first.map(({ key }) => key).sort()).toEqual(['key-1', 'key-3'])
    for (const change of first) await outbox.store.ackChange(change, CONFIRMED)
    expect((await claimInNewRun(outbox.store, { limit: 5 })).map(({ key }) => key)).toEqual([
      'key-2',
    ])
  })

  test('do not wait for a decision about the listing, nor the decision for them', async () => {
    await outbox.store.queueChange(sampleChange())
    await queue(write('n1', 'First.'))
    expect(await claimInNewRun(outbox.store, { limit: 5 })).toHaveLength(2)
  })
})

describe('a note that was never sent', () => {
  test('has the text of its last edit, and keeps its key and its place', async () => {
    await queue(write('n1', 'First.'))
    await queue(write('n2', 'Second.'))
    await queue(write('n1', 'First of all.', false))
    const [first, ...others] = await outbox.store.listChanges('asha')
    expect(first).toMatchObject({ key: 'key-1', action: write('n1', 'First of all.') })
    expect(others).toHaveLength(1)
  })

  test('goes with its removal, and leaves the other notes', async () => {
    await queue(write('n1', 'First.'))
    await queue(write('n2', 'Second.'))
    expect(await queue(remove('n1'))).toMatchObject({ outcome: 'cancelled' })
    expect(await listTexts()).toEqual(['waiting Second.'])
  })
})

describe('a note that is on its way', () => {
  test('is followed by its edit, and the edit by the removal', async () => {
    await queue(write('n1', 'First.'))
    await claimOne(outbox.store)
    await queue(write('n1', 'First of all.', false))
    expect(await listTexts()).toEqual(['sending First.', 'waiting First of all.'])
    await queue(remove('n1'))
    expect(await listTexts()).toEqual(['sending First.', 'waiting delete'])
  })
})

describe('a refused note', () => {
  async function refuse() {
    await queue(write('n1', 'First.'))
    const change = await claimOne(outbox.store)
    await queue(write('n2', 'Second.'))
    await outbox.store.parkChange(change, NO)
  }

  test('is sent again with a new key when it is edited', async () => {
    await refuse()
    await queue(write('n1', 'Better.', false))
    expect(await listTexts()).toEqual(['waiting Better.', 'waiting Second.'])
    const [first] = await outbox.store.listChanges('asha')
    expect(first).toMatchObject({ key: 'key-3', action: { isNew: true } })
  })

  test('goes with its removal, and then lets the next one pass', async () => {
    await refuse()
    expect(await claimInNewRun(outbox.store)).toEqual([])
    await queue(remove('n1'))
    expect(await listTexts()).toEqual(['waiting Second.'])
    expect(await claimInNewRun(outbox.store)).toHaveLength(1)
  })

  test('takes its later edits with it when it is discarded, and leaves other notes', async () => {
    await refuse()
    const [first] = await outbox.store.listChanges('asha')
    expect(first && (await outbox.store.discardChange(first))).toBe(true)
    expect(await listTexts()).toEqual(['waiting Second.'])
  })
})
