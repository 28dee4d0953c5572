import * as v from 'valibot'
import type { ListingState } from '#server/listings/changes/listing-state-service.ts'
import { readContent } from '#server/listings/changes/published-form-service.ts'
import { ListingMediaWireSchema, toWireMedia } from '#server/listings/media/listing-media-wire.ts'
import type { ListingViews } from '#server/listings/views/view-service.ts'
import type { ExpectBy } from '#server/listings/waits/wait-estimate.ts'
import { ExpectedByWire } from '#server/listings/waits/wait-wire.ts'
import type { MediaRow } from '#server/platform/database/rows/media-rows.ts'
import {
  recordWith,
  WireAddress,
  WireCount,
  WireId,
  WireRupees,
  WireTime,
  WireVersion,
} from '#server/platform/http/calls/wire-values.ts'
import { REASON_FIELDS } from '#src/domain/listing/rejection-reason.ts'
import { hasUnsubmitted } from '#src/domain/posting/posting-changes.ts'
import { DEALS, FURNISHINGS, KINDS } from '#src/domain/posting/posting-fields.ts'
import {
  listPostingActions,
  POSTING_ACTIONS,
  POSTING_STATE_LABELS,
  POSTING_STATES,
  postingStateOf,
} from '#src/domain/posting/posting-state.ts'
import { isOnMarket, situationOf } from './own-posting-service.ts'

const text = v.nullable(v.string())
const rupees = v.nullable(WireRupees)
const time = v.nullable(WireTime)

/** The owner's draft, or the submitted content. */
export const PostingContentSchema = recordWith('ListingContent', {
  deal: v.nullable(v.picklist(DEALS)),
  kind: v.nullable(v.picklist(KINDS)),
  city: text,
  locality: text,
  pincode: text,
  title: text,
  description: text,
  area: v.nullable(v.pipe(v.number(), v.description('Square feet.'))),
  bhk: v.nullable(v.number()),
  beds: v.nullable(v.number()),
  furnishing: v.nullable(v.picklist(FURNISHINGS)),
  price: rupees,
  rent: v.nullable(v.pipe(v.number(), v.description('Rupees a month.'))),
  startingBid: rupees,
  auctionEndsAt: time,
  availableFrom: v.nullable(v.pipe(v.string(), v.description('A day, such as 2026-07-04.'))),
  media: v.pipe(v.array(v.string()), v.description('Ids of photos and a video, in their order.')),
})

const SHARED = {
  id: WireId,
  version: v.pipe(WireVersion, v.description('Counts the saved drafts of this listing.')),
  state: v.picklist(POSTING_STATES),
  label: v.pipe(v.string(), v.description('The state in words.')),
  isLive: v.pipe(v.boolean(), v.description('Buyers can see an approved version of it.')),
  hasChanges: v.pipe(v.boolean(), v.description('The draft differs from what was submitted.')),
  actions: v.array(v.picklist(POSTING_ACTIONS)),
  queuePlace: v.pipe(
    v.nullable(WireCount),
    v.description('In review only, from 1; null beyond the first 1,000.'),
  ),
  expectedBy: ExpectedByWire,
  createdAt: WireTime,
  updatedAt: WireTime,
  submittedAt: time,
  expiresAt: time,
  reason: v.pipe(
    v.nullable(
      v.strictObject({
        sentence: v.string(),
        field: v.nullable(v.picklist(REASON_FIELDS)),
        note: v.string(),
        changesNeeded: v.boolean(),
      }),
    ),
    v.description('Why it is rejected, if an operator gave a reason.'),
  ),
}

/** Omits the draft itself, because a list of all drafts would be megabytes. */
export const PostingSummaryWireSchema = recordWith('OwnListingSummary', {
  ...SHARED,
  deal: v.nullable(v.picklist(DEALS)),
  kind: v.nullable(v.picklist(KINDS)),
  title: text,
  city: text,
  locality: text,
  price: rupees,
  rent: rupees,
  startingBid: rupees,
  views: v.pipe(
    v.nullable(v.strictObject({ total: WireCount, lastWeek: WireCount })),
    v.description(
      'How many devices viewed it, each once a day; null before the first view of any listing.',
    ),
  ),
  missingMedia: v.pipe(
    v.nullable(v.string()),
    v.description('A sentence about photos and videos of an imported listing that are not here.'),
  ),
  photo: v.pipe(
    v.nullable(WireAddress),
    v.description("The draft's first photo, 320 pixels; the poster of an older listing."),
  ),
  mediaCount: v.pipe(WireCount, v.description('Photos and videos in the draft.')),
})
export type PostingSummaryWire = v.InferInput<typeof PostingSummaryWireSchema>

export const PostingSchema = recordWith('OwnListing', {
  ...SHARED,
  draft: PostingContentSchema,
  files: v.pipe(
    v.array(ListingMediaWireSchema),
    v.description('All photos and videos uploaded for it, whether the draft contains them or not.'),
  ),
})
export type PostingWire = v.InferInput<typeof PostingSchema>

/** Where a listing stands in the queue, by its id. */
export interface Standings {
  places: ReadonlyMap<string, number>
  expectBy: ExpectBy
}

export function toWirePosting(
  own: ListingState,
  { files, ...standings }: Standings & { files: readonly MediaRow[] },
): PostingWire {
  return {
    ...toShared(own, standings),
    draft: readContent(own.posting.body),
    files: files.map(toWireMedia),
  }
}

interface SummaryParts extends Standings {
  photos: ReadonlyMap<string, string>
  views: ReadonlyMap<string, ListingViews> | null
  missing: ReadonlyMap<string, string>
}

export function toWireSummary(
  own: ListingState,
  { views, missing, photos, ...standings }: SummaryParts,
): PostingSummaryWire {
  const { deal, kind, title, city, locality, price, rent, startingBid, media } = readContent(
    own.posting.body,
  )
  return {
    ...toShared(own, standings),
    deal,
    kind,
    title,
    city,
    locality,
    price,
    rent,
    startingBid,
    views: views?.get(own.posting.id) ?? null,
    missingMedia: missing.get(own.posting.id) ?? null,
    photo: photos.get(own.posting.id) ?? own.listing?.poster_url ?? null,
    mediaCount: media.length,
  }
}

function toShared(own: ListingState, { places, expectBy }: Standings) {
  const { posting } = own
  const situation = situationOf(own)
  const state = postingStateOf(situation)
  const place = state === 'in-review' ? (places.get(posting.id) ?? null) : null
  return {
    id: posting.id,
    version: posting.version,
    state,
    label: POSTING_STATE_LABELS[state],
    isLive: isOnMarket(own),
    hasChanges:
      posting.submitted !== null &&
      hasUnsubmitted(readContent(posting.body), readContent(posting.submitted)),
    actions: listPostingActions(situation),
    queuePlace: place,
    expectedBy:
      place === null ? null : expectBy({ isAgain: posting.resubmitted_at !== null, place }),
    createdAt: posting.created_at,
    updatedAt: posting.updated_at,
    submittedAt: posting.submitted_at,
    expiresAt: posting.expires_at,
    reason: own.listing?.reason ?? null,
  }
}
