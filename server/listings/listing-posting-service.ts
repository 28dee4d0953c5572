// Applies owners' submissions to listings. Each change runs in the transaction of the submission
// (server/posting).

import type { Kysely } from 'kysely'
import { appendAuditEntry } from '#server/audit/audit-service.ts'
import type { Session } from '#server/auth/sessions/session-service.ts'
import type { ListingRow } from '#server/database/listing-rows.ts'
import { bumpRevision } from '#server/database/revision.ts'
import type { Tables } from '#server/database/schema.ts'
import { noteEvent } from '#server/webhooks/webhook-event-service.ts'
import type { ListingStatus } from '#src/domain/listing/listing.ts'
import type { ReasonField } from '#src/domain/listing/rejection-reason.ts'
import { listReasonsOf, removeListingReason } from './listing-reason-repository.ts'
import {
  findListing,
  getListings,
  insertListing,
  type ListingWithOwner,
  listUndecidedIds,
  removeListing,
  setListingContent,
} from './listing-repository.ts'

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

/** The part of a listing that its owner writes. */
export type ListingContent = Pick<
  ListingRow,
  | 'name'
  | 'property_type'
  | 'sale_type'
  | 'bhk'
  | 'city'
  | 'pincode'
  | 'furnishing'
  | 'price_paise'
  | 'rent_paise'
  | 'starting_bid_paise'
  | 'auction_ends_at'
  | 'video_url'
  | 'poster_url'
>

interface OwnersChange {
  /** The person who changes the listing, and the device used. */
  by: Pick<Session, 'userId' | 'deviceLabel'>
  now: Date
}

export async function findPosted(
  db: Kysely<Tables>,
  id: string,
): Promise<PostedListing | undefined> {
  const listing = await findListing(db, id)
  const [posted] = await withReasons(db, listing ? [listing] : [])
  return posted
}

/** The listings with these ids, in the same order; unknown ids are skipped. */
export async function listPosted(
  db: Kysely<Tables>,
  ids: readonly string[],
): Promise<PostedListing[]> {
  return withReasons(db, await getListings(db, ids))
}

async function withReasons(
  db: Kysely<Tables>,
  listings: readonly ListingWithOwner[],
): Promise<PostedListing[]> {
  const rejected = listings.filter(({ status }) => status === 'rejected')
  const rows =
    rejected.length > 0
      ? await listReasonsOf(
          db,
          rejected.map(({ id }) => id),
        )
      : []
  const reasons = new Map(
    rows.map(({ listing_id, changes_needed, ...row }) => [
      listing_id,
      { ...row, changesNeeded: changes_needed === 1 },
    ]),
  )
  return listings.map((listing) => ({ ...listing, reason: reasons.get(listing.id) ?? null }))
}

/** The ids of pending listings, oldest first. */
export function listWaitingIds(db: Kysely<Tables>, most: number): Promise<string[]> {
  return listUndecidedIds(db, most)
}

/** Whether a listing with this id was deleted or withdrawn, as long as its tombstone is stored. */
export async function isRemoved(db: Kysely<Tables>, id: string): Promise<boolean> {
  const tombstone = await db
    .selectFrom('removed_listings')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  return tombstone !== undefined
}

/** Adds a pending listing to the operator's list. */
export async function postListing(
  trx: Kysely<Tables>,
  listing: ListingContent &
    Pick<ListingRow, 'id' | 'owner_id' | 'version' | 'created_at' | 'boosted_until'>,
  { ownerName, now }: { ownerName: string | null; now: Date },
): Promise<void> {
  const row: ListingRow = {
    ...listing,
    status: 'pending',
    revision: await bumpRevision(trx),
    updated_at: now.toISOString(),
  }
  await insertListing(trx, row, ownerName)
  await noteEvent(trx, 'listing.changed', { listingId: row.id, status: 'pending', now })
}

/** Replaces the content. A new status deletes the reason of a rejection and adds an audit entry with the actor `by`. */
export async function changePosted(
  trx: Kysely<Tables>,
  listing: PostedListing,
  change: { content: ListingContent; status: ListingStatus },
  { by, now }: OwnersChange,
): Promise<void> {
  const at = now.toISOString()
  await setListingContent(trx, listing, {
    ...change.content,
    status: change.status,
    revision: await bumpRevision(trx),
    updated_at: at,
  })
  await noteEvent(trx, 'listing.changed', { listingId: listing.id, status: change.status, now })
  if ((listing.status ?? 'pending') === change.status) return
  await removeListingReason(trx, listing.id)
  await appendAuditEntry(trx, {
    at,
    actor_id: by.userId,
    device_label: by.deviceLabel,
    action: 'status',
    entity: 'listing',
    entity_id: listing.id,
    from_value: listing.status,
    to_value: change.status,
    idempotency_key: null,
  })
}

/** Removes a listing from the operator's list. Clients that request only changes get its id as deleted. */
export async function takeOffList(trx: Kysely<Tables>, id: string, now: Date): Promise<void> {
  await removeListing(trx, id, {
    revision: await bumpRevision(trx),
    removedAt: now.toISOString(),
  })
  await noteEvent(trx, 'listing.deleted', { listingId: id, status: null, now })
}
