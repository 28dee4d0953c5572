import type { Kysely } from 'kysely'
import type { NoteRow, NoteVersionRow } from '#server/platform/database/rows/note-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import type { NoteSubject } from '#src/domain/note/note.ts'

const COLUMN = { listing: 'listing_id', member: 'member_id' } as const

/** Whether the panel shows this record now. */
export async function isSubjectThere(
  db: Kysely<Tables>,
  { kind, id }: NoteSubject,
): Promise<boolean> {
  const listing = db.selectFrom('listings').select('id').where('id', '=', id)
  const member = db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('role', '=', 'user')
    .where('is_erased', '=', 0)
  return (await (kind === 'listing' ? listing : member).executeTakeFirst()) !== undefined
}

export function findNote(db: Kysely<Tables>, id: string): Promise<NoteRow | undefined> {
  return db.selectFrom('notes').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The notes about a record with the names of people, oldest first. */
export function listNoteRows(db: Kysely<Tables>, { kind, id }: NoteSubject) {
  return db
    .selectFrom('notes')
    .leftJoin('users as author', 'author.id', 'notes.author_id')
    .leftJoin('users as remover', 'remover.id', 'notes.removed_by')
    .selectAll('notes')
    .select(['author.full_name as author', 'remover.full_name as remover'])
    .where(`notes.${COLUMN[kind]}`, '=', id)
    .orderBy('notes.created_at')
    .orderBy('notes.id')
    .execute()
}

/** The earlier texts of all notes about a record, oldest first. */
export function listVersionRows(
  db: Kysely<Tables>,
  { kind, id }: NoteSubject,
): Promise<NoteVersionRow[]> {
  return db
    .selectFrom('note_versions')
    .innerJoin('notes', 'notes.id', 'note_versions.note_id')
    .selectAll('note_versions')
    .where(`notes.${COLUMN[kind]}`, '=', id)
    .orderBy('note_versions.note_id')
    .orderBy('note_versions.number')
    .execute()
}

export async function countNotes(db: Kysely<Tables>, { kind, id }: NoteSubject): Promise<number> {
  const { count } = await db
    .selectFrom('notes')
    .select(({ fn }) => fn.countAll().as('count'))
    .where(COLUMN[kind], '=', id)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertNote(
  trx: Kysely<Tables>,
  { kind, id }: NoteSubject,
  note: Pick<NoteRow, 'id' | 'author_id' | 'text' | 'created_at'>,
): Promise<void> {
  const about = { listing_id: null, member_id: null, [COLUMN[kind]]: id }
  const unchanged = { edited_at: null, removed_at: null, removed_by: null }
  await trx
    .insertInto('notes')
    .values({ ...note, ...about, ...unchanged })
    .execute()
}

export async function insertVersion(trx: Kysely<Tables>, version: NoteVersionRow): Promise<void> {
  await trx.insertInto('note_versions').values(version).execute()
}

export async function countVersions(trx: Kysely<Tables>, noteId: string): Promise<number> {
  const { last } = await trx
    .selectFrom('note_versions')
    .select(({ fn }) => fn.max('number').as('last'))
    .where('note_id', '=', noteId)
    .executeTakeFirstOrThrow()
  return Number(last ?? 0)
}

export async function setNote(
  trx: Kysely<Tables>,
  id: string,
  change: Partial<NoteRow>,
): Promise<void> {
  await trx.updateTable('notes').set(change).where('id', '=', id).execute()
}

/** Deletes the earlier texts and the mentions of a note that is removed. */
export async function removeContent(trx: Kysely<Tables>, noteId: string): Promise<void> {
  await trx.deleteFrom('note_versions').where('note_id', '=', noteId).execute()
  await trx.deleteFrom('note_mentions').where('note_id', '=', noteId).execute()
}

/** Forgets a person as an author, and as one who removed notes. */
export async function forgetAuthor(trx: Kysely<Tables>, personId: string): Promise<void> {
  await trx
    .updateTable('notes')
    .set({ author_id: null })
    .where('author_id', '=', personId)
    .execute()
  await trx
    .updateTable('notes')
    .set({ removed_by: null })
    .where('removed_by', '=', personId)
    .execute()
}
