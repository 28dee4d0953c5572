import type { Change, NoteChange } from '#src/domain/change.ts'
import type { NoteAction } from '#src/domain/note/note-change.ts'
import type { ChangeDraft, NoteDraft } from '../change-draft.ts'
import type { MergeRule } from '../change-kind.ts'

export const NOTE_MERGING: MergeRule<NoteChange, NoteDraft> = {
  isAlreadyWanted(pending, { action }) {
    return pending !== null && contentOf(pending.action) === contentOf(action)
  },
  fold: ({ action }, draft) => foldNote(action, draft),
  refold: (unsent, { entityName, action }) => ({ ...unsent, entityName, action }),
  listResolvable: (earlier) => earlier,
  // A refused note is on no server, so its removal needs no call.
  foldStuck: ([{ action }], draft) => foldNote(action, draft),
  // The changes of one note merge; those of other notes about the same record only keep their order.
  companions: {
    listMergeable: (earlier, draft) => earlier.filter((one) => noteIdOf(one) === noteIdOf(draft)),
    listEnded: () => [],
    isTooLate: () => false,
    follow: (companion) => companion,
  },
  /** The later changes of a note that is never written. */
  listMeaningless(all, { action, seq }) {
    if (action.kind !== 'write' || !action.isNew) return []
    return all.filter((one) => one.seq > seq && noteIdOf(one) === action.noteId)
  },
  isOfRecordOnly: true,
  rebase: (change) => change,
}

/** Null if a note is removed that was never sent. */
function foldNote(before: NoteAction, draft: NoteDraft): NoteDraft | null {
  const { action } = draft
  const isNew = before.kind === 'write' && before.isNew
  if (action.kind === 'delete') return isNew ? null : draft
  return { ...draft, action: { ...action, isNew } }
}

function noteIdOf(change: Change | ChangeDraft): string | null {
  return change.entity === 'note' ? change.action.noteId : null
}

function contentOf(action: NoteAction): string {
  if (action.kind === 'delete') return action.kind
  return JSON.stringify([action.text, action.mentions ?? []])
}
