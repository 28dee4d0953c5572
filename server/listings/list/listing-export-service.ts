import type { Kysely } from 'kysely'
import * as v from 'valibot'
import type { ExportedList } from '#server/accounts/export/list-export-service.ts'
import { getListings } from '#server/listings/changes/listing-repository.ts'
import { readAllRows } from '#server/platform/database/pages/page-reading.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { LISTING_EXPORT } from '#src/domain/export/exported-lists.ts'
import { MOST_ROWS_AT_ONCE } from '#src/domain/export/list-export.ts'
import { type Listing, ListingSchema } from '#src/domain/listing/listing.ts'
import { listListingTexts } from '#src/domain/query/search-texts.ts'
import { chooseListings, countChosenListings, LISTING_PAGES } from './listing-pages.ts'
import { toWireListing } from './listing-wire.ts'

export function makeListingExport(db: Kysely<Tables>): ExportedList<Listing> {
  return {
    name: 'properties',
    table: LISTING_EXPORT,
    rules: LISTING_PAGES,
    permission: 'see-listings',
    details: 'see-owner-contact',
    search: null,
    textsOf: listListingTexts,
    async count(choice, now) {
      const chosen = await chooseListings(db, { ...choice, q: '' }, now)
      return countChosenListings(db, chosen, MOST_ROWS_AT_ONCE)
    },
    async *readRows(choice, { now, fields }) {
      const chosen = await chooseListings(db, { ...choice, q: '' }, now)
      yield* readAllRows(db, chosen, async (positions) => {
        const rows = await getListings(
          db,
          positions.map(({ id }) => id),
        )
        return rows.map((row) => v.parse(ListingSchema, toWireListing(row, fields)))
      })
    },
  }
}
