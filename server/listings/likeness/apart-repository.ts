import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/schema.ts'

/** The listings that are no duplicates of this one, also deleted ones of which something is kept. */
export async function listApartIds(db: Kysely<Tables>, id: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('not_duplicates')
    .select(['listing_id', 'other_id'])
    .where(({ eb, or }) => or([eb('listing_id', '=', id), eb('other_id', '=', id)]))
    .execute()
  return new Set(rows.map((row) => (row.listing_id === id ? row.other_id : row.listing_id)))
}
