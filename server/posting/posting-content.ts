import type { ListingRow, PostingRow } from '#server/database/listing-rows.ts'
import type { MediaRow } from '#server/database/media-rows.ts'
import { toRupees } from '#server/http/calls/money-on-wire.ts'
import { isUploadedMedia, photoUrl, videoUrl } from '#src/domain/media/media-limits.ts'
import { EMPTY_DRAFT, type PostingDraft } from '#src/domain/posting/posting-draft.ts'
import { DEAL_WORDS, FURNISHING_WORDS, KIND_WORDS } from '#src/domain/posting/posting-fields.ts'

// Converts an owner's content from stored text, and to and from the columns of a listing.

type ContentColumns = Pick<
  ListingRow,
  | 'name'
  | 'property_type'
  | 'sale_type'
  | 'bhk'
  | 'city'
  | 'pincode'
  | 'furnishing'
  | 'price_paise'
  | 'rent_paise'
  | 'starting_bid_paise'
  | 'auction_ends_at'
>

type MediaColumns = Pick<ListingRow, 'video_url' | 'poster_url'>

const POSTER_PX = 800 // the board and the review show the poster as wide as a phone
const STUDIO = '1 RK' // one room and a kitchen, as this market writes it

/** Parses stored content. Fields that were added after it was stored are empty. */
export function readContent(text: string): PostingDraft {
  return { ...EMPTY_DRAFT, ...JSON.parse(text) }
}

/** The columns of content that `checkPosting` has accepted. */
export function toColumns(content: PostingDraft): ContentColumns {
  const { deal, kind, city, pincode, furnishing } = content
  if (!deal || !kind || city === null || pincode === null)
    throw new Error('only checked content can become a listing')
  return {
    name: content.title,
    property_type: KIND_WORDS[kind],
    sale_type: DEAL_WORDS[deal],
    bhk: roomsOf(content),
    city,
    pincode,
    furnishing: furnishing && FURNISHING_WORDS[furnishing],
    price_paise: toPaise(content.price),
    rent_paise: toPaise(content.rent),
    starting_bid_paise: toPaise(content.startingBid),
    auction_ends_at: content.auctionEndsAt,
  }
}

/**
 * The video and the poster of a listing: those that its owner uploaded, otherwise those that were stored
 * before owners could upload files.
 */
export function toMediaColumns(
  media: readonly Pick<MediaRow, 'id' | 'kind'>[],
  before: MediaColumns,
): MediaColumns {
  const video = media.find(({ kind }) => kind === 'video')
  const photo = media.find(({ kind }) => kind === 'photo')
  return {
    video_url: video ? videoUrl(video.id) : keepForeign(before.video_url),
    poster_url: photo ? photoUrl(photo.id, POSTER_PX, 'jpg') : keepForeign(before.poster_url),
  }
}

function keepForeign(url: string | null): string | null {
  return url !== null && isUploadedMedia(url) ? null : url
}

/** Derives content from the columns of a listing that its owner did not write in this app. */
export function contentOfListing(listing: ListingRow): PostingDraft {
  return {
    ...EMPTY_DRAFT,
    deal: keyOf(DEAL_WORDS, listing.sale_type),
    kind: keyOf(KIND_WORDS, listing.property_type),
    title: listing.name,
    city: listing.city,
    pincode: listing.pincode,
    bhk: readBhk(listing.bhk),
    furnishing: listing.furnishing === null ? null : keyOf(FURNISHING_WORDS, listing.furnishing),
    price: toRupees(listing.price_paise),
    rent: toRupees(listing.rent_paise),
    startingBid: toRupees(listing.starting_bid_paise),
    auctionEndsAt: listing.auction_ends_at,
  }
}

/**
 * Makes the `postings` row of a listing that has none, because it is older than this app's listing
 * wizard. Stores nothing.
 */
export function makePostingOf(listing: ListingRow): PostingRow {
  const content = JSON.stringify(contentOfListing(listing))
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
    body: content,
    submitted: content,
  }
}

export const NEVER_SUBMITTED = {
  posted_at: null,
  submitted_at: null,
  resubmitted_at: null,
  decided_at: null,
  expires_at: null,
  reminded_at: null,
  held_version: null,
  held_boosted_until: null,
  held_video_url: null,
  held_poster_url: null,
  place_key: null,
  submitted: null,
  reviewed: null,
  live: null,
} as const

function roomsOf({ kind, bhk, beds }: PostingDraft): string | null {
  if (kind === 'studio') return STUDIO
  if (bhk !== null) return `${bhk} BHK`
  if (beds === null) return null
  return beds === 1 ? '1 bed' : `${beds} beds`
}

function readBhk(text: string | null): number | null {
  const [, bhk] = /^(\d{1,2}) BHK$/.exec(text ?? '') ?? []
  return bhk === undefined ? null : Number(bhk)
}

function toPaise(rupees: number | null): number | null {
  return rupees === null ? null : Math.round(rupees * 100)
}

function keyOf<Key extends string>(words: Readonly<Record<Key, string>>, word: string): Key | null {
  const found = Object.entries(words).find(([, one]) => one === word)
  return found ? (found[0] as Key) : null // the cast is safe: a key of `words`
}
