import { type Change, type NoteChange, noteThreadOf } from '#src/domain/change.ts'
import type { Note, NoteSubject } from '#src/domain/note/note.ts'
import type { NoteAction } from '#src/domain/note/note-change.ts'
import { groupByEntity, hasCaughtUp, type RecordSyncStatus, syncStatusOf } from './overlay.ts'

// The notes about a record for display: the server's list with local changes applied. Refused notes are shown too, because
// the person typed them.

export type NoteSyncStatus = RecordSyncStatus<NoteChange>

export interface NoteOverlay {
  /** Newest first. */
  notes: readonly Note[]
  syncStatuses: ReadonlyMap<string, NoteSyncStatus>
}

/** `ackedBefore` is the number of the last confirmation before the notes were requested. */
export function foldNoteChanges(
  notes: readonly Note[],
  changes: readonly Change[],
  { about, ackedBefore, readerId }: FoldedNotes,
): NoteOverlay {
  const thread = noteThreadOf(about)
  const own = changes.filter((one) => one.entity === 'note').filter(isOf(thread))
  const shown = new Map(notes.map((note) => [note.id, note]))
  for (const change of own)
    if (change.state !== 'acked' || !hasCaughtUp(undefined, change, ackedBefore))
      foldOne(shown, change, readerId)
  const syncStatuses = new Map<string, NoteSyncStatus>()
  for (const [id, group] of groupByEntity(own, ({ action }) => action.noteId)) {
    const syncStatus = syncStatusOf(group)
    if (syncStatus && shown.has(id)) syncStatuses.set(id, syncStatus)
  }
  return { notes: [...shown.values()].reverse(), syncStatuses }
}

export interface FoldedNotes {
  about: NoteSubject
  ackedBefore: number
  readerId: string | null
}

function isOf(thread: string) {
  return ({ entityId }: NoteChange) => entityId === thread
}

function foldOne(
  shown: Map<string, Note>,
  { action, state, queuedAt }: NoteChange,
  readerId: string | null,
): void {
  const note = shown.get(action.noteId)
  const at = new Date(queuedAt).toISOString()
  if (action.kind === 'delete') {
    const removed = { removedAt: at, removedById: readerId, removedBy: null }
    if (note && state === 'acked')
      shown.set(note.id, { ...note, text: '', earlier: [], editedAt: null, ...removed })
  } else if (!note) {
    if (action.isNew) shown.set(action.noteId, newNote(action, at, readerId))
  } else if (note.removedAt === null && note.text !== action.text) {
    const before = { text: note.text, at: note.editedAt ?? note.at }
    shown.set(note.id, {
      ...note,
      text: action.text,
      mentions: action.mentions ?? note.mentions,
      earlier: [...note.earlier, before],
      editedAt: at,
    })
  }
}

function newNote(
  { noteId, text, mentions = [] }: Extract<NoteAction, { kind: 'write' }>,
  at: string,
  authorId: string | null,
): Note {
  return {
    id: noteId,
    authorId,
    author: null,
    text,
    at,
    mentions,
    earlier: [],
    editedAt: null,
    removedAt: null,
    removedById: null,
    removedBy: null,
  }
}
