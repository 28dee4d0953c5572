import * as v from 'valibot'
import { REASON_FIELDS } from '#src/domain/listing/rejection-reason.ts'
import { ListingMediaSchema } from '#src/domain/media/listing-media.ts'
import { PostingDraftSchema } from './posting-draft.ts'
import { DEALS, KINDS } from './posting-fields.ts'
import { POSTING_ACTIONS, POSTING_STATES } from './posting-state.ts'

// An owner's listing on the wire, for the owner's screens.

const text = v.nullable(v.string())
const amount = v.nullable(v.number())

const SHARED = {
  id: v.string(),
  version: v.number(),
  state: v.picklist(POSTING_STATES),
  /** The label of `state`. */
  label: v.string(),
  /** Whether buyers can see an approved version of the listing. */
  isLive: v.boolean(),
  /** Whether the draft differs from the last submission. */
  hasChanges: v.boolean(),
  actions: v.array(v.picklist(POSTING_ACTIONS)),
  /** Position in the review queue, from 1; null if not in review, or beyond the first 1,000. */
  queuePlace: v.nullable(v.number()),
  /** By when half and four of five such submissions are decided; null without enough measures. */
  expectedBy: v.optional(
    v.nullable(v.looseObject({ half: v.string(), fourFifths: v.string() })),
    null,
  ),
  expiresAt: text,
  /** The reason for the rejection; null if no operator gave one. */
  reason: v.nullable(
    v.looseObject({
      sentence: v.string(),
      note: v.string(),
      changesNeeded: v.boolean(),
      /** The part of the listing to correct; null if the reason names none that this build knows. */
      field: v.fallback(v.optional(v.nullable(v.picklist(REASON_FIELDS)), null), null),
    }),
  ),
}

export const PostingSummarySchema = v.looseObject({
  ...SHARED,
  deal: v.nullable(v.picklist(DEALS)),
  kind: v.nullable(v.picklist(KINDS)),
  title: text,
  city: text,
  locality: text,
  price: amount,
  rent: amount,
  startingBid: amount,
  /** Devices that viewed the listing, each counted once a day; null until this site has reported any view at all. */
  views: v.optional(v.nullable(v.looseObject({ total: v.number(), lastWeek: v.number() })), null),
  /** A sentence about photos and videos of an imported listing that the server could not fetch; null for none. */
  missingMedia: v.optional(text, null),
  /** The URL of a small version of the first photo; null without one. */
  photo: v.optional(text, null),
  /** The number of photos and videos in the draft. */
  mediaCount: v.optional(v.number(), 0),
})
export type PostingSummary = v.InferOutput<typeof PostingSummarySchema>

export const OwnPostingSchema = v.looseObject({
  ...SHARED,
  draft: PostingDraftSchema,
  /** All photos and videos uploaded for the listing; empty if the backend does not send them. */
  files: v.optional(v.array(ListingMediaSchema), []),
})
export type OwnPosting = v.InferOutput<typeof OwnPostingSchema>
