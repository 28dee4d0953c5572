import { LISTING_MEDIA_EXAMPLE } from '#server/listings/media/listing-media-wire.ts'
import { EXPECTED_BY_EXAMPLE } from '#server/listings/waits/wait-wire.ts'
import type { PostingDraft } from '#src/domain/posting/posting-draft.ts'
import type { PostingSummaryWire, PostingWire } from './posting-wire.ts'

/** Examples in the OpenAPI document. */
export const DRAFT_EXAMPLE: PostingDraft = {
  deal: 'rent',
  kind: 'apartment',
  city: 'Pune',
  locality: 'Baner',
  pincode: '411045',
  title: 'Sunlit 2 BHK in Baner',
  description: 'Second floor, two balconies, covered parking. The bus stops at the gate.',
  area: 980,
  bhk: 2,
  beds: null,
  furnishing: 'semi',
  price: null,
  rent: 32_000,
  startingBid: null,
  auctionEndsAt: null,
  availableFrom: '2026-07-04',
  media: [],
}

const SHARED_EXAMPLE = {
  id: '68b1f0a2c4d5e6f708192a40',
  version: 3,
  state: 'in-review' as const,
  label: 'In review',
  isLive: false,
  hasChanges: false,
  actions: ['edit' as const, 'submit' as const, 'withdraw' as const],
  queuePlace: 4,
  expectedBy: EXPECTED_BY_EXAMPLE,
  createdAt: '2026-06-20T08:20:00.000Z',
  updatedAt: '2026-06-20T08:31:00.000Z',
  submittedAt: '2026-06-20T08:31:00.000Z',
  expiresAt: null,
  reason: null,
}
export const POSTING_EXAMPLE: PostingWire = {
  ...SHARED_EXAMPLE,
  draft: { ...DRAFT_EXAMPLE, media: [LISTING_MEDIA_EXAMPLE.id] },
  files: [LISTING_MEDIA_EXAMPLE],
}
export const SUMMARY_EXAMPLE: PostingSummaryWire = {
  ...SHARED_EXAMPLE,
  deal: 'rent',
  kind: 'apartment',
  title: 'Sunlit 2 BHK in Baner',
  city: 'Pune',
  locality: 'Baner',
  price: null,
  rent: 32_000,
  startingBid: null,
  views: { total: 12, lastWeek: 3 },
  missingMedia: '2 of 12 files of your site could not be fetched.',
  photo: LISTING_MEDIA_EXAMPLE.smallUrl,
  mediaCount: 10,
}
