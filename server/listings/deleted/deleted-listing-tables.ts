import {
  type Eraser,
  INTERNAL,
  leaveTableOut,
  OWN_ID,
  ofOwner,
  type PersonalTables,
} from '#server/platform/personal-tables/personal-table.ts'
import { removeKeptOf } from './deleted-listing-repository.ts'

export const DELETED_LISTING_TABLES = {
  deleted_listings: {
    // By `eraseDeletedListingsOf`, before what was said about them.
    erased: null,
    file: 'deleted-listings.json',
    says: 'Your deleted listings, of which some values and scrambled forms of others are kept for a while to recognise the same property.',
    isOf: ofOwner,
    key: ['id'],
    columns: {
      id: 'id',
      owner_id: OWN_ID,
      first_seen_at: 'firstSeenAt',
      deleted_at: 'deletedAt',
      property_type: 'propertyType',
      sale_type: 'saleType',
      bhk: 'bhk',
      city: 'city',
      pincode: 'pincode',
      area: 'area',
      price_paise: 'pricePaise',
      rent_paise: 'rentPaise',
      starting_bid_paise: 'startingBidPaise',
      price_key: INTERNAL,
      place_hash: INTERNAL,
      words: INTERNAL,
      floors: 'floors',
      photos: INTERNAL,
      videos: INTERNAL,
    },
  },
  // Deleted with their listing.
  deleted_listing_keys: leaveTableOut(
    'Numbers computed from your photos and videos, by which copies are found.',
    null,
  ),
} satisfies Partial<PersonalTables>

export const eraseDeletedListingsOf: Eraser = async (trx, { account }) => {
  await removeKeptOf(trx, account.id)
  return []
}
