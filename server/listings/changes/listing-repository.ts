import { type Kysely, sql } from 'kysely'
import { inNewestRange, type PositionRange } from '#server/platform/database/pages/newest-query.ts'
import { inOrder, type RowPosition } from '#server/platform/database/pages/page-query.ts'
import { isRecordId } from '#server/platform/database/record-id.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import type { ReasonField } from '#src/domain/listing/rejection-reason.ts'

export type ListingWithOwner = Awaited<ReturnType<typeof listListings>>[number]

/** The reason of a rejection, as shown to the seller. */
export interface SellerReason {
  sentence: string
  field: ReasonField | null
  note: string
  /** Whether the seller is invited to correct the listing. */
  changesNeeded: boolean
}

export type PostedListing = ListingWithOwner & {
  /** Null unless the listing is rejected and an operator gave a reason. */
  reason: SellerReason | null
}

/** The listings in a range of the whole list, newest first. */
export function listListings(db: Kysely<Tables>, range: PositionRange) {
  return listingsWithOwner(db)
    .where(inNewestRange(range, 'listings'))
    .orderBy('listings.created_at', 'desc')
    .orderBy('listings.id', 'desc')
    .execute()
}

/** The listings with these ids, in the same order; unknown ids are skipped. */
export async function getListings(
  db: Kysely<Tables>,
  ids: readonly string[],
): Promise<ListingWithOwner[]> {
  if (ids.length === 0) return []
  const rows = await listingsWithOwner(db).where('listings.id', 'in', ids).execute()
  return inOrder(rows, ids)
}

/** `getListings`, with the reasons of rejections. */
export async function getPostedListings(
  db: Kysely<Tables>,
  ids: readonly string[],
): Promise<PostedListing[]> {
  if (ids.length === 0) return []
  const rows = await listingsWithReason(db).where('listings.id', 'in', ids).execute()
  return inOrder(rows, ids).map(readReason)
}

export async function findListing(
  db: Kysely<Tables>,
  id: string,
): Promise<PostedListing | undefined> {
  if (!isRecordId(id)) return undefined
  const row = await listingsWithReason(db).where('listings.id', '=', id).executeTakeFirst()
  return row && readReason(row)
}

/** Listings written after a revision, in the order of writing. */
export function listChangedListings(
  db: Kysely<Tables>,
  revision: number,
  most: number,
): Promise<ListingWithOwner[]> {
  return listingsWithOwner(db)
    .where('listings.revision', '>', revision)
    .orderBy('listings.revision')
    .limit(most)
    .execute()
}

/** Sort keys of the listings written after a revision, unordered. */
export function listChangedPositions(
  db: Kysely<Tables>,
  revision: number,
  most: number,
): Promise<RowPosition[]> {
  return db
    .selectFrom('listings')
    .select(['id', 'created_at as key'])
    .where('revision', '>', revision)
    .limit(most)
    .execute()
}

/** Pending listings, oldest first. */
export function listUndecided(db: Kysely<Tables>, most: number): Promise<ListingWithOwner[]> {
  return listingsWithOwner(db)
    .where(sql<boolean>`coalesce(listings.status, 'pending') = 'pending'`)
    .orderBy('listings.created_at')
    .orderBy('listings.id')
    .limit(most)
    .execute()
}

/** Ids of resubmitted listings that wait for their review, the longest waiting first. */
export async function listResubmittedIds(db: Kysely<Tables>, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('postings')
    .select('id')
    .where('resubmitted_at', 'is not', null)
    .orderBy('resubmitted_at')
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

/** Ids of pending listings, oldest first. */
export async function listUndecidedIds(db: Kysely<Tables>, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('listings')
    .select('id')
    .where(sql<boolean>`coalesce(status, 'pending') = 'pending'`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

/** Ids of the pending listings that are due first, have a boost, a hint or the highest price. */
export async function listFirstIds(
  db: Kysely<Tables>,
  { order, now }: { order: 'due' | 'boost' | 'price' | 'hint'; now: Date },
  most: number,
): Promise<string[]> {
  const pending = db
    .selectFrom('listings')
    .select('id')
    .where(sql<boolean>`coalesce(status, 'pending') = 'pending'`)
    .limit(most)
  const amount = sql`coalesce(price_paise, rent_paise, starting_bid_paise)`
  const first = {
    due: () => pending.where('due_at', 'is not', null).orderBy('due_at'),
    boost: () => pending.where('boosted_until', '>', now.toISOString()).orderBy('created_at'),
    hint: () => pending.where('hints', '<>', '').orderBy('created_at'),
    price: () => pending.orderBy(sql`${amount} is null`).orderBy(sql`${amount} desc`),
  }
  return (await first[order]().execute()).map(({ id }) => id)
}

/** Decided listings, latest change first. */
export async function listDecided(db: Kysely<Tables>, most: number): Promise<ListingWithOwner[]> {
  // The index is sorted within each status, so query the two statuses separately and merge.
  const rows = await Promise.all(
    (['approved', 'rejected'] as const).map((status) =>
      listingsWithOwner(db)
        .where('listings.status', '=', status)
        .orderBy('listings.updated_at', 'desc')
        .orderBy('listings.id', 'desc')
        .limit(most)
        .execute(),
    ),
  )
  return rows.flat().sort(byLastChange).slice(0, most)
}

function byLastChange(one: ListingWithOwner, other: ListingWithOwner): number {
  const isEqual = one.updated_at === other.updated_at
  const isLater = isEqual ? one.id > other.id : one.updated_at > other.updated_at
  return isLater ? -1 : 1
}

function listingsWithOwner(db: Kysely<Tables>) {
  return (
    db
      .selectFrom('listings')
      .innerJoin('users', 'users.id', 'listings.owner_id')
      // Every listing has a record. A left join keeps the planner from beginning with the records.
      .leftJoin('postings', 'postings.id', 'listings.id')
      .leftJoin('listing_reasons', 'listing_reasons.listing_id', 'listings.id')
      .leftJoin('assignments', 'assignments.listing_id', 'listings.id')
      .leftJoin('users as assignee', 'assignee.id', 'assignments.person_id')
      .leftJoin('users as decider', 'decider.id', 'listings.decided_by')
      .selectAll('listings')
      .select([
        'postings.resubmitted_at as resubmittedAt',
        'postings.seller_state as sellerState',
        'listing_reasons.code as reasonCode',
        'users.full_name as ownerName',
        'users.phone_number as ownerPhone',
        'users.email as ownerEmail',
        'assignee.id as assigneeId',
        'assignee.full_name as assigneeName',
        'decider.id as deciderId',
        'decider.full_name as deciderName',
      ])
  )
}

/** Lists do without the texts of reasons, which they do not show: taking them apart costs as much as reading the row. */
function listingsWithReason(db: Kysely<Tables>) {
  return listingsWithOwner(db)
    .leftJoin('rejection_reasons', 'rejection_reasons.code', 'listing_reasons.code')
    .select([
      'listing_reasons.sentence as reasonSentence',
      'rejection_reasons.field as reasonField',
      'listing_reasons.note as reasonNote',
      'listing_reasons.changes_needed as reasonInvites',
    ])
}

type WithReasonColumns = Awaited<
  ReturnType<ReturnType<typeof listingsWithReason>['executeTakeFirstOrThrow']>
>

function readReason({
  reasonSentence: sentence,
  reasonField: field,
  reasonNote: note,
  reasonInvites,
  ...listing
}: WithReasonColumns): PostedListing {
  const reason =
    sentence === null
      ? null
      : { sentence, field, note: note ?? '', changesNeeded: reasonInvites === 1 }
  return { ...listing, reason }
}
