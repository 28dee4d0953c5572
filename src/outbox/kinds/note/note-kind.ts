import type { NoteChange } from '#src/domain/change.ts'
import { DONE, noAnswer } from '../answer-verdict.ts'
import type { NoteDraft } from '../change-draft.ts'
import type { ChangeKind } from '../change-kind.ts'
import { NOTE_FORM } from './note-form.ts'
import { NOTE_MERGING } from './note-merging.ts'

/** A note of the team. All notes about one record are one record of the outbox, so that they arrive in their order. */
export const NOTE_KIND: ChangeKind<NoteChange, NoteDraft> = {
  form: NOTE_FORM,
  merging: NOTE_MERGING,
  sending: {
    requestOf({ action, about }) {
      const path = `/admin/notes/${encodeURIComponent(action.noteId)}`
      if (action.kind === 'delete') return { method: 'DELETE', path, body: null, version: null }
      const { text, mentions } = action
      const body = { about: about.kind, aboutId: about.id, text, ...(mentions && { mentions }) }
      return { method: 'PUT', path, body, version: null }
    },
  },
  reading: {
    // Only the repeated key proves whose answer it is.
    hasRecord: () => false,
    readSuccess: (_, { body }) => (body?.['success'] === true ? DONE : noAnswer()),
  },
}
