import { envelopeOf, listOf } from '#src/api/answer-schemas.ts'
import { type ConditionalRead, callIfChanged } from '#src/api/http-client.ts'
import type { NoteSubject } from '#src/domain/note/note.ts'
import { NoteSchema } from '#src/domain/note/note-schemas.ts'

const NotesAnswer = envelopeOf(listOf(NoteSchema))

/** GET: the notes of the team about a record, oldest first; null when unchanged. Throws ApiError. */
export function listNotes({ kind, id }: NoteSubject, read: ConditionalRead) {
  const list = kind === 'listing' ? 'properties' : 'users'
  return callIfChanged(`/admin/${list}/${encodeURIComponent(id)}/notes`, NotesAnswer, read)
}
