import type { ListingRow, PostingRow } from '#server/platform/database/rows/listing-rows.ts'
import type { MediaRow } from '#server/platform/database/rows/media-rows.ts'
import { isUploadedMedia, photoUrl, videoUrl } from '#src/domain/media/media-limits.ts'
import { countNoun } from '#src/domain/money.ts'
import { EMPTY_DRAFT, type PostingDraft } from '#src/domain/posting/posting-draft.ts'
import { DEAL_WORDS, FURNISHING_WORDS, KIND_WORDS } from '#src/domain/posting/posting-fields.ts'

// Computes what the operator's list shows of submitted content.

export type PublishedContent = Omit<
  ListingRow,
  | 'id'
  | 'owner_id'
  | 'status'
  | 'boosted_until'
  | 'version'
  | 'revision'
  | 'created_at'
  | 'updated_at'
>

const POSTER_PX = 800 // the board and the review show the poster as wide as a phone
const STUDIO = '1 RK' // one room and a kitchen, as this market writes it

/** Parses stored content. Fields that were added after it was stored are empty. */
export function readContent(text: string): PostingDraft {
  return { ...EMPTY_DRAFT, ...JSON.parse(text) }
}

/**
 * The columns of content that `checkPosting` has accepted. `media` has the files that the content names. A video or poster
 * from before owners could upload files stays until the owner uploads one.
 */
export function toPublished(
  content: PostingDraft,
  media: readonly Pick<MediaRow, 'id' | 'kind'>[],
  before: Pick<PostingRow, 'video_url' | 'poster_url'>,
): PublishedContent {
  const { deal, kind, city, pincode, furnishing } = content
  if (!deal || !kind || city === null || pincode === null)
    throw new Error('only checked content can become a listing')
  const video = media.find((one) => one.kind === 'video')
  const photo = media.find((one) => one.kind === 'photo')
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
    video_url: video ? videoUrl(video.id) : keepForeign(before.video_url),
    poster_url: photo ? photoUrl(photo.id, POSTER_PX, 'jpg') : keepForeign(before.poster_url),
  }
}

function keepForeign(url: string | null): string | null {
  return url !== null && isUploadedMedia(url) ? null : url
}

function roomsOf({ kind, bhk, beds }: PostingDraft): string | null {
  if (kind === 'studio') return STUDIO
  if (bhk !== null) return `${bhk} BHK`
  if (beds === null) return null
  return countNoun(beds, 'bed')
}

function toPaise(rupees: number | null): number | null {
  return rupees === null ? null : Math.round(rupees * 100)
}
