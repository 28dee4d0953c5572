import { noteThreadOf } from '#src/domain/change.ts'
import type { NoteSubject } from '#src/domain/note/note.ts'
import type { NoteAction } from '#src/domain/note/note-change.ts'
import type { NoteDraft } from '../change-draft.ts'

export interface WantedNoteChange {
  about: NoteSubject
  /** The name of the listing or member. */
  name: string | null
  action: NoteAction
}

/** Only servers with idempotency keys have notes. */
export function noteDraftOf(userId: string, { about, name, action }: WantedNoteChange): NoteDraft {
  const entityId = noteThreadOf(about)
  return { entity: 'note', userId, entityId, entityName: name, action, about, isKeyed: true }
}
