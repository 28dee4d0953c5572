import type { Kysely } from 'kysely'
import { type RawBuilder, sql } from 'kysely'
import { eraseListings } from '#server/listings/changes/listing-erasure-service.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import type { Eraser } from '#server/platform/personal-tables/personal-table.ts'
import {
  INTERNAL,
  OWN_ID,
  ofOwner,
  type PersonalTables,
  SEARCH,
  SUMS,
} from '#server/platform/personal-tables/personal-table.ts'

export const LISTING_TABLES = {
  listings: {
    // Deleted one by one with their search text and rejection reason.
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
      name_key: INTERNAL,
      price_key: INTERNAL,
      waits_since: 'waitsSince',
      due_soon_at: INTERNAL,
      due_at: 'dueAt',
      // Of the team, as in the audit log.
      decided_by: INTERNAL,
      hints: INTERNAL,
    },
  },
  listing_changes: {
    // Stays without the person, because clients ask what was changed.
    erased: null,
    file: 'changes-of-listings.json',
    says: 'What you changed about listings, and from which device.',
    isOf: (userId) => sql`actor_id = ${userId}`,
    key: ['n'],
    columns: {
      n: INTERNAL,
      revision: INTERNAL,
      listing_id: 'listingId',
      kind: 'change',
      actor_id: OWN_ID,
      device_label: 'device',
      at: 'at',
      from_value: 'from',
      to_value: 'to',
      first_claimed_at: 'firstClaimedAt',
      last_claimed_at: 'lastClaimedAt',
    },
  },
  listing_words: SEARCH,
  listing_totals: SUMS,
  boost_days: SUMS,
} satisfies Partial<PersonalTables>

export function listingIdsOf(userId: string): RawBuilder<unknown> {
  return sql`select id from postings where owner_id = ${userId}`
}

export const eraseListingsOf: Eraser = (trx, { account, now }) =>
  eraseListings(trx, account.id, now)

/** Whether a listing uses a picture or video with this URL. */
export async function isListingFile(trx: Kysely<Tables>, url: string): Promise<boolean> {
  const listing = await trx
    .selectFrom('postings')
    .select('id')
    .where((eb) => eb.or([eb('video_url', '=', url), eb('poster_url', '=', url)]))
    .limit(1)
    .executeTakeFirst()
  return listing !== undefined
}
