import type { Kysely } from 'kysely'
import type { ListingReasonRow } from '#server/database/listing-rows.ts'
import type { Tables } from '#server/database/schema.ts'

export function findListingReason(
  db: Kysely<Tables>,
  listingId: string,
): Promise<ListingReasonRow | undefined> {
  return db
    .selectFrom('listing_reasons')
    .selectAll()
    .where('listing_id', '=', listingId)
    .executeTakeFirst()
}

/** The reasons of rejected listings, in the form that sellers read. */
export function listReasonsOf(db: Kysely<Tables>, listingIds: readonly string[]) {
  return db
    .selectFrom('listing_reasons')
    .innerJoin('rejection_reasons', 'rejection_reasons.code', 'listing_reasons.code')
    .select([
      'listing_id',
      'listing_reasons.sentence',
      'field',
      'note',
      'listing_reasons.changes_needed',
    ])
    .where('listing_id', 'in', listingIds)
    .execute()
}
