import { describe, expect, test } from 'vitest'
import type { NoteChange } from '#src/domain/change.ts'
import type { Note } from '#src/domain/note/note.ts'
import { foldNoteChanges } from '#src/outbox/overlay/note-overlay.ts'
import { sampleChange, sampleNoteChange } from '#tests/support/outbox/sample-change.ts'

const KNOWN: Note = {
  id: 'known',
  authorId: 'ravi',
  author: 'Ravi Shah',
  text: 'Called her.',
  at: '2026-06-01T06:00:00.000Z',
  mentions: [],
  earlier: [],
  editedAt: null,
  removedAt: null,
  removedById: null,
  removedBy: null,
}
const about = { kind: 'listing', id: 'listing-1' } as const
const fold = (changes: readonly NoteChange[], ackedBefore = 0) =>
  foldNoteChanges([KNOWN], [sampleChange(), ...changes], { about, ackedBefore, readerId: 'asha' })
const acked = { state: 'acked', ackedAs: 1 } as const
const edit = (more: Partial<NoteChange> = {}) =>
  sampleNoteChange({
    action: { kind: 'write', noteId: 'known', text: 'Called her again.', isNew: false },
    ...more,
  })
const removal = (more: Partial<NoteChange> = {}) =>
  sampleNoteChange({ action: { kind: 'delete', noteId: 'known' }, ...more })

describe('the notes of a record', () => {
  test('have the waiting notes of this device first, with their state', () => {
    const { notes, syncStatuses } = fold([sampleNoteChange()])
    expect(notes).toMatchObject([
      { id: 'note-1', text: 'Ask her for photos.', authorId: 'asha' },
      { id: 'known' },
    ])
    expect([...syncStatuses].map(([id, { kind }]) => [id, kind])).toEqual([['note-1', 'waiting']])
  })

  test('keep a confirmed note until a list has it that was read later', () => {
    const change = sampleNoteChange(acked)
    expect(fold([change], 0).notes).toHaveLength(2)
    expect(fold([change], 1).notes).toHaveLength(1)
    expect(fold([change], 0).syncStatuses.size).toBe(0)
  })

  test('show a refused note, because the person typed it', () => {
    const { notes, syncStatuses } = fold([sampleNoteChange({ state: 'parked' })])
    expect(notes[0]).toMatchObject({ text: 'Ask her for photos.' })
    expect(syncStatuses.get('note-1')?.kind).toBe('parked')
  })

  test('show an edit with the text before it', () => {
    expect(fold([edit()]).notes).toMatchObject([
      { text: 'Called her again.', earlier: [{ text: 'Called her.', at: KNOWN.at }] },
    ])
  })

  test('strike a note through whose removal waits, and leave a mark once it is confirmed', () => {
    expect(fold([removal()]).notes).toMatchObject([{ text: 'Called her.', removedAt: null }])
    expect(fold([removal()]).syncStatuses.get('known')?.isLeaving).toBe(true)
    expect(fold([removal(acked)]).notes).toMatchObject([{ text: '', removedById: 'asha' }])
  })

  test('have no notes about another record', () => {
    const other = foldNoteChanges([], [sampleNoteChange()], {
      about: { kind: 'member', id: 'listing-1' },
      ackedBefore: 0,
      readerId: 'asha',
    })
    expect(other.notes).toEqual([])
  })
})
