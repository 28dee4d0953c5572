import type { Kysely } from 'kysely'
import { nameColleagues } from '#server/listings/claims/claim-service.ts'
import { labelReasons, requireOfferedReason } from '#server/listings/reasons/reason-service.ts'
import { findLastChange, listAuditEntries } from '#server/platform/audit/audit-service.ts'
import type { ListingReasonRow } from '#server/platform/database/rows/listing-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { formatDateTime } from '#src/domain/dates.ts'
import type { HistoryEntry } from '#src/domain/history.ts'
import { describeAttempt } from '#src/domain/listing/contact-attempt.ts'
import { type DescribedListing, fillSentence } from '#src/domain/listing/reason-sentence.ts'
import type { GivenReason } from '#src/domain/listing/rejection-reason.ts'
import { toRupees } from '#src/domain/money.ts'
import { type ChangeOrder, toChange } from './listing-change.ts'
import { findListingReason } from './listing-reason-repository.ts'
import { findListing, type ListingWithOwner } from './listing-repository.ts'
import { changeListing } from './listing-writer-service.ts'

// The reasons of rejections. A reason belongs to one status change, identified by its idempotency
// key, and is deleted when the status changes again.

/**
 * Stores the reason of the current rejection, replacing an earlier one. The same reason again
 * changes nothing. @throws ServerError 409 if `changeKey` is not the key of the current rejection, 400
 * for an unknown code
 */
export async function applyReason(
  trx: Kysely<Tables>,
  order: ChangeOrder,
  reason: GivenReason,
): Promise<'applied' | 'missing'> {
  const listing = await findListing(trx, order.listingId)
  if (!listing) return 'missing'
  if ((await findRejectionKey(trx, listing)) !== reason.changeKey)
    throw new ServerError(
      409,
      'decided-again',
      'This listing was decided again meanwhile, so the reason was not stored.',
    )
  await replaceReason(trx, order, listing, reason)
  return 'applied'
}

/** Stores a reason for a listing that is rejected already. The same reason again changes nothing. */
export async function replaceReason(
  trx: Kysely<Tables>,
  order: ChangeOrder,
  listing: ListingWithOwner,
  reason: GivenReason,
): Promise<void> {
  const before = await findListingReason(trx, listing.id)
  if (before && isSame(before, contentOf(reason))) return
  await changeListing(trx, listing.id, {
    ...toChange(order, 'explained'),
    reason: await toReasonRow(trx, listing, reason, order.now),
  })
}

/**
 * A reason as it is stored, with the variables of its sentence filled in.
 * @throws ServerError 400 for a code that is not offered
 */
export async function toReasonRow(
  trx: Kysely<Tables>,
  listing: ListingWithOwner,
  reason: GivenReason,
  now: Date,
): Promise<Omit<ListingReasonRow, 'listing_id'>> {
  const sentence = fillSentence(await requireOfferedReason(trx, reason.code), describedOf(listing))
  return { ...contentOf(reason), sentence, given_at: now.toISOString() }
}

function contentOf({ changeKey, code, note, changesNeeded }: GivenReason) {
  return { change_key: changeKey, code, note, changes_needed: changesNeeded ? 1 : 0 }
}

function describedOf(listing: ListingWithOwner): DescribedListing {
  return {
    name: listing.name,
    city: listing.city,
    price: toRupees(listing.price_paise),
    rent: toRupees(listing.rent_paise),
    startingBid: toRupees(listing.starting_bid_paise),
  }
}

function isSame(before: ListingReasonRow, content: Partial<ListingReasonRow>): boolean {
  return Object.entries({ ...before, ...content }).every(
    ([name, value]) => before[name as keyof ListingReasonRow] === value, // the cast is safe: each name is a column
  )
}

/**
 * The idempotency key of the change that rejected the listing; null if it is not rejected, or the
 * change had no key.
 */
export async function findRejectionKey(
  db: Kysely<Tables>,
  { id, status }: Pick<ListingWithOwner, 'id' | 'status'>,
): Promise<string | null> {
  if (status !== 'rejected') return null
  const last = await findLastChange(db, { entity: 'listing', entityId: id, action: 'status' })
  return last?.to === 'rejected' ? last.idempotencyKey : null
}

/** The current rejection and its reason; null if `findRejectionKey` finds no key. */
export async function findRejection(db: Kysely<Tables>, listing: ListingWithOwner) {
  const changeKey = await findRejectionKey(db, listing)
  if (changeKey === null) return null
  const given = await findListingReason(db, listing.id)
  return { changeKey, reason: given ? toWireReason(given) : null }
}

/** The history of a listing, newest first. Only the current reason still has its note. */
export async function listListingHistory(
  db: Kysely<Tables>,
  listingId: string,
): Promise<HistoryEntry[]> {
  const given = await findListingReason(db, listingId)
  const labelOf = await labelReasons(db)
  const nameOf = await nameColleagues(db)
  let present = given
  return listAuditEntries(
    db,
    'listing',
    listingId,
    ({ action, at, from_value: from, to_value: code }) => {
      if (action === 'take-over') return from && `From ${nameOf(from)}`
      if (action === 'assign') return code === null ? 'To nobody' : `To ${nameOf(code)}`
      if (code === null) return null
      if (action === 'hold') return `Until ${formatDateTime(code)}`
      if (action === 'hand-over') return `To ${nameOf(code)}`
      if (action === 'contact') return describeAttempt(code, from, at)
      if (action !== 'reason') return null
      const more = present ? [present.changes_needed === 1 && 'Changes needed', present.note] : []
      present = undefined
      return [labelOf(code), ...more].filter(Boolean).join(' · ')
    },
  )
}

function toWireReason({ code, note, changes_needed, given_at }: ListingReasonRow) {
  return { code, note, changesNeeded: changes_needed === 1, givenAt: given_at }
}
