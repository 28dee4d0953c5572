import { EMPTY_DRAFT, type PostingDraft } from '#src/domain/posting/posting-draft.ts'
import { DEAL_WORDS, FURNISHING_WORDS, KIND_WORDS } from '#src/domain/posting/posting-fields.ts'
import type { ListingRow, PostingRow } from './rows/listing-rows.ts'

/** The values of a record that its owner has not submitted. */
export const NEVER_SUBMITTED = {
  posted_at: null,
  submitted_at: null,
  resubmitted_at: null,
  decided_at: null,
  expires_at: null,
  reminded_at: null,
  published_version: null,
  boosted_until: null,
  video_url: null,
  poster_url: null,
  is_from_before: 0,
  place_key: null,
  submitted: null,
  reviewed: null,
  live: null,
} as const

/**
 * The record of a listing that its owner did not write in this app: it is older, or belongs to the demonstration. Words
 * that the app does not know are left out of the content, and stay in the published form until the owner submits it.
 * `more` is content that the published form does not have.
 */
export function makeFirstRecord(listing: ListingRow, more: Partial<PostingDraft> = {}): PostingRow {
  const content = JSON.stringify({ ...contentOf(listing), ...more })
  return {
    ...NEVER_SUBMITTED,
    id: listing.id,
    owner_id: listing.owner_id,
    version: 1,
    seller_state: 'posted',
    created_at: listing.created_at,
    updated_at: listing.updated_at,
    posted_at: listing.created_at,
    submitted_at: listing.created_at,
    published_version: listing.version,
    boosted_until: listing.boosted_until,
    video_url: listing.video_url,
    poster_url: listing.poster_url,
    is_from_before: 1,
    body: content,
    submitted: content,
  }
}

function contentOf(listing: ListingRow): PostingDraft {
  return {
    ...EMPTY_DRAFT,
    deal: keyOf(DEAL_WORDS, listing.sale_type),
    kind: keyOf(KIND_WORDS, listing.property_type),
    title: listing.name,
    city: listing.city,
    pincode: listing.pincode,
    bhk: readBhk(listing.bhk),
    furnishing: listing.furnishing === null ? null : keyOf(FURNISHING_WORDS, listing.furnishing),
    price: toWholeRupees(listing.price_paise),
    rent: toWholeRupees(listing.rent_paise),
    startingBid: toWholeRupees(listing.starting_bid_paise),
    auctionEndsAt: listing.auction_ends_at,
  }
}

function readBhk(text: string | null): number | null {
  const [, bhk] = /^(\d{1,2}) BHK$/.exec(text ?? '') ?? []
  return bhk === undefined ? null : Number(bhk)
}

function toWholeRupees(paise: number | null): number | null {
  return paise === null ? null : Number(paise) / 100 // PostgreSQL returns large integers as text
}

function keyOf<Key extends string>(words: Readonly<Record<Key, string>>, word: string): Key | null {
  const found = Object.entries(words).find(([, one]) => one === word)
  return found ? (found[0] as Key) : null // the cast is safe: a key of `words`
}
