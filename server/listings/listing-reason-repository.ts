import type { Kysely } from 'kysely'
import type { ListingReasonRow, Tables } from '#server/database/schema.ts'

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

export async function putListingReason(trx: Kysely<Tables>, row: ListingReasonRow): Promise<void> {
  const { listing_id, ...content } = row
  await trx
    .insertInto('listing_reasons')
    .values(row)
    .onConflict((conflict) => conflict.column('listing_id').doUpdateSet(content))
    .execute()
}

export async function removeListingReason(trx: Kysely<Tables>, listingId: string): Promise<void> {
  await trx.deleteFrom('listing_reasons').where('listing_id', '=', listingId).execute()
}
