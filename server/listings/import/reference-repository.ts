import type { Kysely } from 'kysely'
import type { ImportedListingRow } from '#server/platform/database/rows/import-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'

/** The ids of the listings that a business has imported under these references, by reference. */
export async function findListingIds(
  db: Kysely<Tables>,
  ownerId: string,
  references: readonly string[],
): Promise<Map<string, string>> {
  if (references.length === 0) return new Map()
  const rows = await db
    .selectFrom('imported_listings')
    .select(['reference', 'listing_id'])
    .where('owner_id', '=', ownerId)
    .where('reference', 'in', references)
    .execute()
  return new Map(rows.map((row) => [row.reference, row.listing_id]))
}

export async function insertImportedListing(
  trx: Kysely<Tables>,
  row: ImportedListingRow,
): Promise<void> {
  await trx.insertInto('imported_listings').values(row).execute()
}
