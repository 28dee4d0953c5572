// Notes of the team about listings and members. Rights count in the writing transaction, where these functions run.

import type { Kysely } from 'kysely'
import type { Session } from '#server/accounts/sessions/session-service.ts'
import { appendAuditEntry } from '#server/platform/audit/audit-service.ts'
import { bumpRevision } from '#server/platform/database/revision.ts'
import type { NoteRow } from '#server/platform/database/rows/note-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import type { NoteMention } from '#src/domain/note/note.ts'
import { MOST_EDITS, MOST_NOTES, type NoteSubject } from '#src/domain/note/note.ts'
import { queueMentionMails } from './mention-mail-service.ts'
import { listMentionRows } from './mention-repository.ts'
import { setMentions } from './mention-service.ts'
import {
  countNotes,
  countVersions,
  findNote,
  insertNote,
  insertVersion,
  isSubjectThere,
  listNoteRows,
  listVersionRows,
  removeContent,
  setNote,
} from './note-repository.ts'
import { type NoteWire, toWireNote } from './note-wire.ts'

/** Who calls about which note. */
export interface NoteOrder {
  noteId: string
  session: Session
  now: Date
}

/** What a person writes. Without `mentions`, an edit leaves them as they are. */
export interface WrittenNote {
  text: string
  mentions?: readonly NoteMention[] | undefined
}

/** The notes about a record, oldest first. @throws ServerError 404 without such a record */
export async function listNotes(db: Kysely<Tables>, subject: NoteSubject): Promise<NoteWire[]> {
  await requireSubject(db, subject)
  const versions = await listVersionRows(db, subject)
  const mentions = await listMentionRows(db, subject)
  const notes = await listNoteRows(db, subject)
  return notes.map((note) => {
    const isOf = ({ note_id }: { note_id: string }) => note_id === note.id
    return toWireNote(note, versions.filter(isOf), mentions.filter(isOf))
  })
}

/** What a stored note is about; null if there is no such note. */
export async function findSubject(db: Kysely<Tables>, noteId: string): Promise<NoteSubject | null> {
  const note = await findNote(db, noteId)
  return note ? subjectOf(note) : null
}

/**
 * Stores a new note, or the new text of the caller's own. The same text again changes nothing.
 * @throws ServerError 403 for the note of a colleague, 404 without such a record, 409 for a removed note, for one too many,
 * and for somebody who may not see the record
 */
export async function writeNote(
  trx: Kysely<Tables>,
  order: NoteOrder,
  subject: NoteSubject,
  { text, mentions }: WrittenNote,
): Promise<void> {
  await requireSubject(trx, subject)
  const before = await findNote(trx, order.noteId)
  const isWritten = before
    ? await editText(trx, order, requireEditable(before, order, subject), text)
    : await addNote(trx, order, subject, text)
  const author = { ...order, authorId: order.session.userId }
  const told = mentions && (await setMentions(trx, author, subject, mentions))
  await queueMentionMails(trx, told?.added ?? [], order.now)
  if (isWritten || told?.isChanged) await noteDone(trx, order, before ? 'edited' : 'written')
}

async function addNote(
  trx: Kysely<Tables>,
  order: NoteOrder,
  subject: NoteSubject,
  text: string,
): Promise<true> {
  if ((await countNotes(trx, subject)) >= MOST_NOTES)
    throw tooMany(`There are ${MOST_NOTES} notes about it already. Edit one of yours instead.`)
  const { noteId, session, now } = order
  const note = { id: noteId, author_id: session.userId, text, created_at: now.toISOString() }
  await insertNote(trx, subject, note)
  return true
}

/** Returns whether the text is another one. */
async function editText(
  trx: Kysely<Tables>,
  order: NoteOrder,
  before: NoteRow,
  text: string,
): Promise<boolean> {
  if (before.text === text) return false
  const last = await countVersions(trx, before.id)
  if (last >= MOST_EDITS)
    throw tooMany(`This note was edited ${MOST_EDITS} times. Write a new one instead.`)
  await insertVersion(trx, {
    note_id: before.id,
    number: last + 1,
    text: before.text,
    written_at: before.edited_at ?? before.created_at,
  })
  await setNote(trx, before.id, { text, edited_at: order.now.toISOString() })
  return true
}

/**
 * Deletes the texts of a note, and leaves a mark who removed it and when. Succeeds if it is removed already.
 * @throws ServerError 403 for the note of a colleague, unless `mayRemoveAny`; 404 without such a note
 */
export async function removeNote(
  trx: Kysely<Tables>,
  order: NoteOrder,
  mayRemoveAny: boolean,
): Promise<void> {
  const { noteId, session, now } = order
  const note = await findNote(trx, noteId)
  if (!note) throw noSuchNote()
  if (note.removed_at !== null) return
  if (note.author_id !== session.userId && !mayRemoveAny)
    throw new ServerError(
      403,
      'not-allowed',
      'Only its author and the owner of the panel can remove this note. Ask one of them.',
    )
  await removeContent(trx, noteId)
  const removed = { removed_at: now.toISOString(), removed_by: session.userId }
  await setNote(trx, noteId, { text: '', edited_at: null, ...removed })
  await noteDone(trx, order, 'removed')
}

export function noSuchNote(): ServerError {
  return new ServerError(404, 'not-found', 'This note does not exist.')
}

function requireEditable(note: NoteRow, { session }: NoteOrder, subject: NoteSubject): NoteRow {
  const { kind, id } = subjectOf(note)
  if (note.author_id !== session.userId || kind !== subject.kind || id !== subject.id)
    throw new ServerError(
      403,
      'not-allowed',
      'Only its author can edit this note. Write one of your own.',
    )
  if (note.removed_at !== null)
    throw new ServerError(
      409,
      'note-removed',
      'This note was removed, so it cannot be edited. Write a new one.',
    )
  return note
}

function subjectOf({ listing_id, member_id }: NoteRow): NoteSubject {
  return listing_id === null
    ? { kind: 'member', id: member_id ?? '' }
    : { kind: 'listing', id: listing_id }
}

async function requireSubject(db: Kysely<Tables>, subject: NoteSubject): Promise<void> {
  if (await isSubjectThere(db, subject)) return
  const what = subject.kind === 'listing' ? 'listing' : 'user'
  throw new ServerError(404, 'not-found', `This ${what} does not exist, or was deleted.`)
}

function tooMany(sentence: string): ServerError {
  return new ServerError(409, 'too-many-notes', sentence)
}

/**
 * Tells open panels, and logs who did it. The entry is about the author's account: entries about a listing or a member
 * are in the export of its owner, who must not learn that there are notes.
 */
async function noteDone(
  trx: Kysely<Tables>,
  { noteId, session, now }: NoteOrder,
  done: 'written' | 'edited' | 'removed',
): Promise<void> {
  await bumpRevision(trx)
  await appendAuditEntry(trx, {
    at: now.toISOString(),
    actor_id: session.userId,
    device_label: session.deviceLabel,
    action: 'note',
    entity: 'account',
    entity_id: session.userId,
    from_value: noteId,
    to_value: done,
    idempotency_key: null,
  })
}
