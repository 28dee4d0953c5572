import type { Kysely } from 'kysely'
import type { ListingReasonRow } from '#server/platform/database/rows/listing-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'

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
