// Mentions in notes: whom a note tells, and the inbox of a person. Rights count in the writing transaction, where these
// functions run; the inbox shows nothing about a record that its reader may not see now.

import type { Kysely } from 'kysely'
import { bumpRevision } from '#server/platform/database/revision.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { INBOX_PAGE } from '#src/domain/note/mention.ts'
import type { NoteMention } from '#src/domain/note/note.ts'
import { NOTE_SUBJECTS, type NoteSubject, SUBJECT_PERMISSIONS } from '#src/domain/note/note.ts'
import { may, STAFF_ROLES, type StaffRole } from '#src/domain/team/permission.ts'
import {
  countUnreadMentions,
  findInboxMention,
  type InboxReader,
  insertMentions,
  listActiveStaff,
  listInboxRows,
  listMentionsOf,
  type MentionPlace,
  removeMentions,
  setMentionsRead,
} from './mention-repository.ts'
import { toWireMention } from './mention-wire.ts'

export function kindsSeenBy(role: StaffRole): NoteSubject['kind'][] {
  return NOTE_SUBJECTS.filter((kind) => may(role, SUBJECT_PERMISSIONS[kind]))
}

/** The people who may sign in and see a record of these kinds, with the kinds that each sees. */
export async function listReaders(db: Kysely<Tables>, kinds: readonly NoteSubject['kind'][]) {
  const seesAny = (role: StaffRole) => kinds.some((kind) => may(role, SUBJECT_PERMISSIONS[kind]))
  const roles = STAFF_ROLES.filter(seesAny)
  if (roles.length === 0) return []
  const people = await listActiveStaff(db, roles)
  return people.map(({ id, name, role }) => ({
    id,
    name,
    sees: kindsSeenBy(role).filter((kind) => kinds.includes(kind)),
  }))
}

/**
 * Makes the mentions of a note these, except of its author. Returns the people whom it did not mention before, and whether
 * anything changed. @throws ServerError 409 if one of them may not see the record now
 */
export async function setMentions(
  trx: Kysely<Tables>,
  { noteId, authorId, now }: { noteId: string; authorId: string; now: Date },
  { kind }: NoteSubject,
  wanted: readonly NoteMention[],
): Promise<{ added: readonly string[]; isChanged: boolean }> {
  const before = new Map((await listMentionsOf(trx, noteId)).map((row) => [row.person_id, row]))
  const others = wanted.filter(({ personId }) => personId !== authorId)
  const added = others.filter(({ personId }) => !before.has(personId))
  if (added.length > 0) await requireReaders(trx, kind, added)
  const kept = new Set(others.map(({ personId }) => personId))
  const removed = [...before.keys()].filter((personId) => !kept.has(personId))
  const at = now.toISOString()
  await removeMentions(trx, noteId, removed)
  await insertMentions(
    trx,
    others.map(({ personId, name }) => ({
      note_id: noteId,
      person_id: personId,
      name,
      at,
      read_at: null,
    })),
  )
  return {
    added: added.map(({ personId }) => personId),
    isChanged: added.length > 0 || removed.length > 0,
  }
}

async function requireReaders(
  trx: Kysely<Tables>,
  kind: NoteSubject['kind'],
  people: readonly NoteMention[],
): Promise<void> {
  const readers = new Set((await listReaders(trx, [kind])).map(({ id }) => id))
  const blind = people.find(({ personId }) => !readers.has(personId))
  if (!blind) return
  const what = kind === 'listing' ? 'listing' : 'user'
  throw new ServerError(
    409,
    'cannot-be-mentioned',
    `${blind.name} may not see this ${what} now, and would not learn of the note. Take “@${blind.name}” out of it, or ask the owner of the panel.`,
  )
}

/** A page of the mentions of a person, newest first. @throws ServerError 400 */
export async function readMentionPage(
  db: Kysely<Tables>,
  reader: InboxReader,
  { cursor }: Readonly<Record<string, string>>,
) {
  const after = cursor === undefined ? null : readCursor(cursor)
  // One row more than a page, to know whether there is a next page.
  const rows = await listInboxRows(db, reader, { after, most: INBOX_PAGE + 1 })
  const shown = rows.slice(0, INBOX_PAGE)
  const last = rows.length > INBOX_PAGE ? shown.at(-1) : undefined
  return {
    mentions: shown.map(toWireMention),
    unread: await countUnreadMentions(db, reader),
    nextCursor: last ? makeCursor(last) : null,
  }
}

/** Marks a mention as read; with `isUpTo`, all that are as old or older. @throws ServerError 404 */
export async function markMentionsRead(
  trx: Kysely<Tables>,
  reader: InboxReader,
  { noteId, isUpTo, now }: { noteId: string; isUpTo: boolean; now: Date },
): Promise<void> {
  const place = await findInboxMention(trx, reader, noteId)
  if (!place) throw new ServerError(404, 'not-found', 'This mention is not in your inbox any more.')
  const read = await setMentionsRead(trx, reader, { place, isUpTo }, now.toISOString())
  // The person's other devices count again.
  if (read > 0) await bumpRevision(trx)
}

function makeCursor({ at, noteId }: MentionPlace): string {
  return Buffer.from(`mention ${at} ${noteId}`).toString('base64url')
}

function readCursor(text: string): MentionPlace {
  const plain = Buffer.from(text, 'base64url').toString('latin1')
  const [, at, noteId] = /^mention (\d{4}-[\d:.TZ-]{1,30}) ([0-9a-f]{24})$/.exec(plain) ?? []
  if (at !== undefined && noteId !== undefined) return { at, noteId }
  throw new ServerError(400, 'bad-cursor', 'The cursor is not one that this server gave.')
}
