import { toRupees } from '#server/money-on-wire.ts'
import type { ListingWithOwner } from './listing-repository.ts'

/** A listing as the wire has it (section 3), field by field: rupees, and no status at all when it is missing. */
export function toWireListing(row: ListingWithOwner) {
  return {
    _id: row.id,
    id: row.id,
    version: row.version,
    propertyName: row.name,
    video: row.video_url,
    poster: row.poster_url,
    propertyType: row.property_type,
    saleType: row.sale_type,
    bhkDetails: row.bhk,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ownerDetails: { name: row.ownerName, phoneNumber: row.ownerPhone, email: row.ownerEmail },
    city: row.city,
    pincode: row.pincode,
    furnishingType: row.furnishing,
    propertyPrice: toRupees(row.price_paise),
    rentAmount: toRupees(row.rent_paise),
    status: row.status ?? undefined,
    auctionDetails: auctionOf(row),
    boostedUntil: row.boosted_until,
  }
}

function auctionOf(row: ListingWithOwner) {
  if (row.starting_bid_paise === null && row.auction_ends_at === null) return null
  return {
    startingBidAmount: toRupees(row.starting_bid_paise),
    auctionEndDateTime: row.auction_ends_at,
  }
}
