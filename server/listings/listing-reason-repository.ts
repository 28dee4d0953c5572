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
