import { detailsPath } from '#src/config/paths.ts'
import { type NoteChange, noteSubjectOf } from '#src/domain/change.ts'
import { type KindWords, type OutcomeMessages, SHARED_TROUBLES } from '../shared-words.ts'

const SAVED: OutcomeMessages = {
  done: 'Note saved.',
  declined: 'The note was not saved.',
  error: 'The note was not saved.',
}
const REMOVED: OutcomeMessages = {
  done: 'Note removed.',
  declined: 'The note was not removed.',
  error: 'The note was not removed.',
}

export const NOTE_WORDS: KindWords<NoteChange> = {
  noun: 'note',
  pathOf(entityId) {
    const { kind, id } = noteSubjectOf(entityId)
    return detailsPath(kind === 'listing' ? 'property' : 'users', id)
  },
  labelOf({ action }) {
    if (action.kind === 'delete') return 'Remove note'
    return action.isNew ? 'Add note' : 'Edit note'
  },
  lossOf({ action }) {
    if (action.kind === 'delete') return 'The note stays.'
    return action.isNew
      ? 'The note is on this device alone, and what you typed is lost.'
      : 'The note stays as the server has it, so what you typed is lost.'
  },
  outcomesOf: ({ action }) => (action.kind === 'delete' ? REMOVED : SAVED),
  isTyped: ({ action }) => action.kind === 'write',
  troubles: {
    ...SHARED_TROUBLES,
    'not-allowed': {
      why: 'Your role may not see what this note is about any more, or the note is a colleague’s.',
      advice: 'Ask the owner of the panel. Send it again once you may, or discard it.',
    },
    'not-found': {
      why: 'What this note is about was deleted on the server meanwhile.',
      advice: 'There is nothing left to note. Discard this: this also discards what you typed.',
      isFinal: true,
    },
    'cannot-be-mentioned': {
      advice: 'Edit the note and take the name out, or discard it.',
    },
    'note-removed': {
      why: 'This note was removed meanwhile.',
      advice: 'Copy what you typed into a new note, and discard this.',
      isFinal: true,
    },
    'too-many-notes': {
      advice: 'Copy what you typed into another note of yours, and discard this.',
    },
  },
}
