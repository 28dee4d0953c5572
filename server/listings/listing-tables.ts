import type { Kysely } from 'kysely'
import { type RawBuilder, sql } from 'kysely'
import type { Tables } from '#server/database/schema.ts'
import type { Eraser } from '#server/personal-tables/personal-table.ts'
import {
  INTERNAL,
  leaveTableOut,
  OWN_ID,
  ofOwner,
  type PersonalTables,
  SEARCH,
  SUMS,
} from '#server/personal-tables/personal-table.ts'
import { eraseListings } from './listing-erasure-service.ts'

export const LISTING_TABLES = {
  listings: {
    // Deleted one by one with their search text and rejection reason. Each leaves a tombstone.
    erased: null,
    file: 'listings.json',
    says: 'Your listings.',
    isOf: ofOwner,
    key: ['id'],
    columns: {
      id: 'id',
      owner_id: OWN_ID,
      name: 'name',
      property_type: 'propertyType',
      sale_type: 'saleType',
      bhk: 'bhk',
      city: 'city',
      pincode: 'pincode',
      furnishing: 'furnishing',
      price_paise: 'pricePaise',
      rent_paise: 'rentPaise',
      status: 'status',
      video_url: 'video',
      poster_url: 'poster',
      starting_bid_paise: 'startingBidPaise',
      auction_ends_at: 'auctionEndsAt',
      boosted_until: 'boostedUntil',
      version: 'version',
      revision: INTERNAL,
      created_at: 'createdAt',
      updated_at: 'updatedAt',
    },
  },
  removed_listings: leaveTableOut('Ids of deleted listings, without their owners.', null),
  listing_words: SEARCH,
  listing_totals: SUMS,
  boost_days: SUMS,
} satisfies Partial<PersonalTables>

/** Of listings in either form, also of those that are not published. */
export function listingIdsOf(userId: string): RawBuilder<unknown> {
  return sql`select id from listings where owner_id = ${userId}
    union select id from postings where owner_id = ${userId}`
}

export const eraseListingsOf: Eraser = (trx, { account, now }) =>
  eraseListings(trx, account.id, now.toISOString())

/** Whether a listing or a withdrawn listing uses a picture or video with this URL. */
export async function isListingFile(trx: Kysely<Tables>, url: string): Promise<boolean> {
  const listing = await trx
    .selectFrom('listings')
    .select('id')
    .where((eb) => eb.or([eb('video_url', '=', url), eb('poster_url', '=', url)]))
    .limit(1)
    .executeTakeFirst()
  const withdrawn = await trx
    .selectFrom('postings')
    .select('id')
    .where((eb) => eb.or([eb('held_video_url', '=', url), eb('held_poster_url', '=', url)]))
    .limit(1)
    .executeTakeFirst()
  return listing !== undefined || withdrawn !== undefined
}
