import type { Kysely } from 'kysely'
import { makeFirstRecord } from '#server/platform/database/listing-record.ts'
import type { ListingRow } from '#server/platform/database/rows/listing-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { toListingWords } from '#server/platform/database/search-words.ts'
import { listingKeys } from '#server/platform/database/sort-keys.ts'
import type { PostingDraft } from '#src/domain/posting/posting-draft.ts'
import { makeFirstWait } from './due-time-service.ts'

const ROWS_AT_ONCE = 200 // with 27 columns each, below SQLite's limit of 32,766 parameters

/**
 * Adds listings that were not written in this app to a database without listings, in one revision. Nothing follows from
 * that, and it is not logged: nobody can have an earlier state.
 */
export async function addFirstListings(
  trx: Kysely<Tables>,
  listings: readonly ListingRow[],
  { names, contents }: OfFirstListings,
): Promise<void> {
  const waitOf = await makeFirstWait(trx)
  for (let start = 0; start < listings.length; start += ROWS_AT_ONCE) {
    const some = listings.slice(start, start + ROWS_AT_ONCE)
    const words = some.map((row) => ({
      id: row.id,
      text: toListingWords({ ...row, ownerName: names.get(row.owner_id) ?? null }),
    }))
    await trx
      .insertInto('listings')
      .values(some.map((row) => ({ ...row, ...listingKeys(row), ...waitOf(row) })))
      .execute()
    const records = some.map((row) => makeFirstRecord(row, contents.get(row.id)))
    await trx.insertInto('postings').values(records).execute()
    await trx.insertInto('listing_words').values(words).execute()
  }
}

interface OfFirstListings {
  /** Of the owners, by id. */
  names: ReadonlyMap<string, string | null>
  /** What the list does not show of the listings, by id. */
  contents: ReadonlyMap<string, Partial<PostingDraft> | undefined>
}
