import type { Kysely } from 'kysely'
import type { MessageRow } from '#server/platform/database/rows/message-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'

export async function insertMessage(trx: Kysely<Tables>, message: MessageRow): Promise<void> {
  await trx.insertInto('messages').values(message).execute()
}

/** Deletes and returns the messages about a listing that are not in the inbox yet. */
export function removeUnsent(trx: Kysely<Tables>, listingId: string): Promise<MessageRow[]> {
  return trx
    .deleteFrom('messages')
    .where('listing_id', '=', listingId)
    .where('left_at', 'is', null)
    .returningAll()
    .execute()
}

export function findMessageOfChange(
  trx: Kysely<Tables>,
  listingId: string,
  changeKey: string,
): Promise<MessageRow | undefined> {
  return trx
    .selectFrom('messages')
    .selectAll()
    .where('listing_id', '=', listingId)
    .where('change_key', '=', changeKey)
    .executeTakeFirst()
}

/** The reason in the newest message about a rejection of a listing; undefined without one. */
export function findNewestReason(db: Kysely<Tables>, listingId: string) {
  return db
    .selectFrom('messages')
    .innerJoin('rejection_reasons', 'rejection_reasons.code', 'messages.reason_code')
    .select([
      'decided_at as at',
      'label',
      'messages.sentence',
      'note',
      'messages.changes_needed as changesNeeded',
    ])
    .where('listing_id', '=', listingId)
    .where('status', '=', 'rejected')
    .orderBy('decided_at', 'desc')
    .executeTakeFirst()
}

export async function setMessage(
  trx: Kysely<Tables>,
  id: string,
  change: Partial<MessageRow>,
): Promise<void> {
  await trx.updateTable('messages').set(change).where('id', '=', id).execute()
}

/** Puts the unsent messages about a listing into the inbox; with `status`, only those about it. */
export async function setInInbox(
  trx: Kysely<Tables>,
  listingId: string,
  times: { left_at: string; read_at?: string },
  status?: MessageRow['status'],
): Promise<void> {
  const unsent = trx
    .updateTable('messages')
    .set(times)
    .where('listing_id', '=', listingId)
    .where('left_at', 'is', null)
  await (status ? unsent.where('status', '=', status) : unsent).execute()
}

/** Due messages that are not in the inbox yet, those due longest first. */
export function listDueMessages(db: Kysely<Tables>, now: string, most: number) {
  return db
    .selectFrom('messages')
    .select((eb) => [
      'id',
      'user_id as userId',
      'grievance_id as grievanceId',
      eb('listing_id', 'is not', null).as('isAboutListing'),
    ])
    .where('left_at', 'is', null)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(most)
    .execute()
}

export type DueMessage = Awaited<ReturnType<typeof listDueMessages>>[number]

/** The ids of the messages about a listing; with `status`, only of those about it. */
export async function listMessageIdsOf(
  db: Kysely<Tables>,
  listingId: string,
  status?: MessageRow['status'],
): Promise<string[]> {
  const all = db.selectFrom('messages').select('id').where('listing_id', '=', listingId)
  const rows = await (status ? all.where('status', '=', status) : all).execute()
  return rows.map(({ id }) => id)
}

/** Selects messages with the fields that the inbox and the deliveries need. */
function selectInbox(db: Kysely<Tables>) {
  return db
    .selectFrom('messages')
    .leftJoin('rejection_reasons', 'rejection_reasons.code', 'messages.reason_code')
    .leftJoin('postings', 'postings.id', 'messages.listing_id')
    .leftJoin('listings', 'listings.id', 'messages.listing_id')
    .leftJoin('grievances', 'grievances.id', 'messages.grievance_id')
    .select([
      'messages.id',
      'messages.user_id as userId',
      'messages.status',
      'messages.title',
      'messages.decided_at as decidedAt',
      'messages.left_at as leftAt',
      'messages.read_at as readAt',
      'messages.note',
      'messages.changes_needed as changesNeeded',
      'messages.sentence',
      'messages.expected_by as expectedBy',
      'rejection_reasons.field',
      'messages.listing_id as listingId',
      // Null once the listing is deleted for good.
      'postings.id as postingId',
      // Null for a withdrawn or deleted listing.
      'listings.status as listingStatus',
      // The values of the grievance are null in a message about a listing.
      'grievances.number',
      'grievances.email as senderEmail',
      'grievances.due_at as answerDueAt',
      'grievances.answer',
    ])
}
export type InboxRow = Awaited<ReturnType<typeof listInbox>>[number]

/** The message of a delivery; undefined if the message has been erased. */
export function findInboxRow(db: Kysely<Tables>, id: string): Promise<InboxRow | undefined> {
  return selectInbox(db).where('messages.id', '=', id).executeTakeFirst()
}

/** The e-mail address of an account; undefined once it is erased. */
export async function findRecipientEmail(
  db: Kysely<Tables>,
  userId: string,
): Promise<string | undefined> {
  const found = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .where('is_erased', '=', 0)
    .executeTakeFirst()
  return found?.email
}

/**
 * The position of a message in the inbox: when the message entered the inbox, with its id as
 * tie-breaker.
 */
export interface InboxPlace {
  leftAt: string
  id: string
}

/** Newest first. */
export function listInbox(
  db: Kysely<Tables>,
  userId: string,
  { after, most }: { after: InboxPlace | null; most: number },
) {
  const all = selectInbox(db)
    .where('messages.user_id', '=', userId)
    .where('messages.left_at', 'is not', null)
    .orderBy('messages.left_at', 'desc')
    .orderBy('messages.id', 'desc')
    .limit(most)
  if (!after) return all.execute()
  return all
    .where((eb) =>
      eb.or([
        eb('messages.left_at', '<', after.leftAt),
        eb.and([eb('messages.left_at', '=', after.leftAt), eb('messages.id', '<', after.id)]),
      ]),
    )
    .execute()
}

export async function countUnread(db: Kysely<Tables>, userId: string): Promise<number> {
  const { unread } = await db
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number>().as('unread'))
    .where('user_id', '=', userId)
    .where('left_at', 'is not', null)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(unread)
}

/** Null for an unknown id, another person's message, or one that is not in the inbox yet. */
export async function findInboxPlace(
  db: Kysely<Tables>,
  { id, userId }: { id: string; userId: string },
): Promise<InboxPlace | null> {
  const found = await db
    .selectFrom('messages')
    .select('left_at as leftAt')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return found && found.leftAt !== null ? { id, leftAt: found.leftAt } : null
}

/**
 * Marks a message as read; with `isUpTo`, also all messages that entered the inbox at the same moment
 * or earlier. Does not change an earlier `read_at`.
 */
export async function setRead(
  db: Kysely<Tables>,
  userId: string,
  { place, isUpTo }: { place: InboxPlace; isUpTo: boolean },
  at: string,
): Promise<void> {
  const unread = db
    .updateTable('messages')
    .set({ read_at: at })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
  if (isUpTo) await unread.where('left_at', '<=', place.leftAt).execute()
  else await unread.where('id', '=', place.id).execute()
}

export async function removeMessagesBefore(db: Kysely<Tables>, before: string): Promise<void> {
  await db.deleteFrom('messages').where('left_at', '<=', before).execute()
}
