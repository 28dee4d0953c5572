import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { NoteMentionRow } from '#server/platform/database/rows/note-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { BEGINNING_CHARS } from '#src/domain/note/mention.ts'
import type { NoteSubject } from '#src/domain/note/note.ts'
import type { StaffRole } from '#src/domain/team/permission.ts'

/** The people of the team who may sign in and have one of these roles, by name. */
export function listActiveStaff(db: Kysely<Tables>, roles: readonly StaffRole[]) {
  return db
    .selectFrom('staff')
    .innerJoin('users', 'users.id', 'staff.user_id')
    .select(['users.id', 'users.full_name as name', 'staff.role'])
    .where('staff.suspended_at', 'is', null)
    .where('users.is_erased', '=', 0)
    .where('staff.role', 'in', roles)
    .orderBy('users.full_name')
    .orderBy('users.id')
    .execute()
}

export function listMentionsOf(db: Kysely<Tables>, noteId: string): Promise<NoteMentionRow[]> {
  return db.selectFrom('note_mentions').selectAll().where('note_id', '=', noteId).execute()
}

/** Whom the notes about a record mention. */
export function listMentionRows(
  db: Kysely<Tables>,
  { kind, id }: NoteSubject,
): Promise<NoteMentionRow[]> {
  return db
    .selectFrom('note_mentions')
    .innerJoin('notes', 'notes.id', 'note_mentions.note_id')
    .selectAll('note_mentions')
    .where(kind === 'listing' ? 'notes.listing_id' : 'notes.member_id', '=', id)
    .orderBy('note_mentions.name')
    .execute()
}

/** Adds mentions. Of somebody whom the note mentions already, only the name changes. */
export async function insertMentions(
  trx: Kysely<Tables>,
  rows: readonly NoteMentionRow[],
): Promise<void> {
  if (rows.length === 0) return
  await trx
    .insertInto('note_mentions')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.columns(['note_id', 'person_id']).doUpdateSet((eb) => ({
        name: eb.ref('excluded.name'),
      })),
    )
    .execute()
}

export async function removeMentions(
  trx: Kysely<Tables>,
  noteId: string,
  personIds: readonly string[],
): Promise<void> {
  if (personIds.length === 0) return
  await trx
    .deleteFrom('note_mentions')
    .where('note_id', '=', noteId)
    .where('person_id', 'in', personIds)
    .execute()
}

/** Whose inbox it is, and what their role may see now. */
export interface InboxReader {
  personId: string
  kinds: readonly NoteSubject['kind'][]
}

export interface MentionPlace {
  at: string
  noteId: string
}

/** The mentions of a person in notes about records that the panel shows, and that their role may see. */
function selectMentions(db: Kysely<Tables>, { personId, kinds }: InboxReader) {
  return db
    .selectFrom('note_mentions')
    .innerJoin('notes', 'notes.id', 'note_mentions.note_id')
    .leftJoin('listings', 'listings.id', 'notes.listing_id')
    .leftJoin('users as member', (join) =>
      join
        .onRef('member.id', '=', 'notes.member_id')
        .on('member.role', '=', 'user')
        .on('member.is_erased', '=', 0),
    )
    .where('note_mentions.person_id', '=', personId)
    .where((eb) =>
      eb.or([
        eb.and([eb('listings.id', 'is not', null), eb.lit(kinds.includes('listing'))]),
        eb.and([eb('member.id', 'is not', null), eb.lit(kinds.includes('member'))]),
      ]),
    )
}

/** Newest first. */
export function listInboxRows(
  db: Kysely<Tables>,
  reader: InboxReader,
  { after, most, isUnread = false }: ListedMentions,
) {
  const all = selectMentions(db, reader)
    .leftJoin('users as author', 'author.id', 'notes.author_id')
    .select([
      'note_mentions.note_id as noteId',
      'note_mentions.at',
      'note_mentions.read_at as readAt',
      'notes.listing_id as listingId',
      'notes.member_id as memberId',
      'notes.author_id as authorId',
      'author.full_name as author',
      'listings.name as listingTitle',
      'member.full_name as memberName',
      sql<string>`substr(notes.text, 1, ${sql.lit(BEGINNING_CHARS)})`.as('beginning'),
    ])
    .orderBy('note_mentions.at', 'desc')
    .orderBy('note_mentions.note_id', 'desc')
    .limit(most)
  const wanted = isUnread ? all.where('note_mentions.read_at', 'is', null) : all
  return (after ? wanted.where(isBefore(after)) : wanted).execute()
}

interface ListedMentions {
  after: MentionPlace | null
  most: number
  isUnread?: boolean
}

export type InboxMentionRow = Awaited<ReturnType<typeof listInboxRows>>[number]

function isBefore({ at, noteId }: MentionPlace) {
  return (eb: ExpressionBuilder<Pick<Tables, 'note_mentions'>, 'note_mentions'>) =>
    eb.or([
      eb('note_mentions.at', '<', at),
      eb.and([eb('note_mentions.at', '=', at), eb('note_mentions.note_id', '<', noteId)]),
    ])
}

export async function countUnreadMentions(
  db: Kysely<Tables>,
  reader: InboxReader,
): Promise<number> {
  const { unread } = await selectMentions(db, reader)
    .select(({ fn }) => fn.countAll<number>().as('unread'))
    .where('note_mentions.read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(unread)
}

/** A mention that is in the reader's inbox now. */
export function findInboxMention(db: Kysely<Tables>, reader: InboxReader, noteId: string) {
  return selectMentions(db, reader)
    .select(['note_mentions.at', 'note_mentions.note_id as noteId'])
    .where('note_mentions.note_id', '=', noteId)
    .executeTakeFirst()
}

/**
 * Marks a mention as read; with `isUpTo`, also those in the inbox that are as old or older. Returns how many were unread.
 * An earlier `read_at` stays.
 */
export async function setMentionsRead(
  trx: Kysely<Tables>,
  reader: InboxReader,
  { place, isUpTo }: { place: MentionPlace; isUpTo: boolean },
  at: string,
): Promise<number> {
  const seen = selectMentions(trx, reader).select('note_mentions.note_id')
  const unread = trx
    .updateTable('note_mentions')
    .set({ read_at: at })
    .where('person_id', '=', reader.personId)
    .where('read_at', 'is', null)
    .where('note_id', 'in', isUpTo ? seen : [place.noteId])
  const { numUpdatedRows } = await (isUpTo
    ? unread.where('at', '<=', place.at)
    : unread
  ).executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Writes another name in place of a person's in the notes that mention them, with their earlier texts. */
export async function renameMentions(
  trx: Kysely<Tables>,
  personId: string,
  newName: string,
): Promise<void> {
  const rows = await trx
    .selectFrom('note_mentions')
    .select(['note_id as noteId', 'name'])
    .where('person_id', '=', personId)
    .execute()
  for (const { noteId, name } of rows) {
    const text = sql<string>`replace(text, ${`@${name}`}, ${`@${newName}`})`
    await trx.updateTable('notes').set({ text }).where('id', '=', noteId).execute()
    await trx.updateTable('note_versions').set({ text }).where('note_id', '=', noteId).execute()
  }
}
