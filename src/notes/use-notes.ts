import { useMemo } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { listNotes } from '#src/api/team/notes-api.ts'
import type { Note, NoteSubject } from '#src/domain/note/note.ts'
import { foldNoteChanges, type NoteOverlay } from '#src/outbox/overlay/note-overlay.ts'
import { useOutboxSnapshot } from '#src/outbox/use-outbox.ts'
import { NOTES_READS } from '#src/query-cache/saved-read-key.ts'
import {
  type SavedReadSource,
  type SavedReadView,
  useSavedRead,
} from '#src/query-cache/use-saved-read.ts'
import { useSession } from '#src/session/use-session.ts'
import { useReadersAhead } from './use-note-readers.ts'

/** The notes about a record, saved on the device. Null if the server has none for this person. */
export function notesOf(about: NoteSubject): SavedReadSource<readonly Note[] | null> {
  return {
    name: NOTES_READS[about.kind],
    id: about.id,
    read: (read) => listNotes(about, read).catch(orNone),
  }
}

const NONE_HERE = new Set([403, 404])

function orNone(error: unknown) {
  if (!(error instanceof ApiError) || !NONE_HERE.has(error.status ?? 0)) throw error
  return { data: null, etag: null, cursor: null }
}

export interface NotesView extends NoteOverlay {
  read: SavedReadView<readonly Note[] | null>
  /** False until the notes are known, and where the server has none for this person. */
  isKnown: boolean
}

/** The notes about a record for display: the server's, with those of this device that it does not have yet. */
export function useNotes({ kind, id }: NoteSubject): NotesView {
  const source = useMemo(() => notesOf({ kind, id }), [kind, id])
  const read = useSavedRead(source)
  useReadersAhead()
  const { changes } = useOutboxSnapshot()
  const readerId = useSession()?.account?.id ?? null
  const { value, ackedBefore } = read
  const overlay = useMemo(
    () => foldNoteChanges(value ?? [], changes, { about: { kind, id }, ackedBefore, readerId }),
    [value, changes, kind, id, ackedBefore, readerId],
  )
  return { ...overlay, read, isKnown: Boolean(value) }
}
