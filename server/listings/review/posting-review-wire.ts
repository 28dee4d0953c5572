import * as v from 'valibot'
import type { ListingState } from '#server/listings/changes/listing-state-service.ts'
import { readContent } from '#server/listings/changes/published-form-service.ts'
import { isOnMarket } from '#server/listings/content/own-posting-service.ts'
import { PostingContentSchema } from '#server/listings/content/posting-wire.ts'
import { ListingMediaWireSchema, toWireMedia } from '#server/listings/media/listing-media-wire.ts'
import type { EarlierReason } from '#server/notices/messages/message-decision-service.ts'
import type { MediaRow } from '#server/platform/database/rows/media-rows.ts'
import { recordWith, WireCount, WireTime } from '#server/platform/http/calls/wire-values.ts'
import { listChangedFields } from '#src/domain/posting/posting-changes.ts'
import type { PostingDraft } from '#src/domain/posting/posting-draft.ts'
import { POSTING_FIELD_LABELS, POSTING_FIELDS } from '#src/domain/posting/posting-fields.ts'
import { SELLER_STATES } from '#src/domain/posting/posting-state.ts'
import { PropertyGroupSchema } from './group/group-wire.ts'
import { type SubmissionCheck, SubmissionCheckSchema } from './hints/check-wire.ts'
import type { OwnerRecord } from './owner-record-service.ts'

const value = v.nullable(v.union([v.string(), v.number(), v.array(v.string())]))
const time = v.nullable(WireTime)

export const ReviewedPostingSchema = recordWith('PostedListing', {
  sellerState: v.pipe(
    v.picklist(SELLER_STATES),
    v.description('Stands beside the status: `sold` and `expired` are off the market.'),
  ),
  isLive: v.pipe(v.boolean(), v.description('Buyers can see an approved version of it.')),
  submittedAt: time,
  decidedAt: time,
  expiresAt: time,
  isResubmitted: v.boolean(),
  content: PostingContentSchema,
  media: v.pipe(
    v.array(
      v.strictObject({
        ...ListingMediaWireSchema.entries,
        isNew: v.pipe(v.boolean(), v.description('Added since the last review.')),
      }),
    ),
    v.description('The photos and the video of the content, in their order.'),
  ),
  removedMedia: v.pipe(
    v.array(ListingMediaWireSchema),
    v.description('Photos and the video that were removed since the last review.'),
  ),
  earlierReason: v.pipe(
    v.nullable(
      v.strictObject({
        at: WireTime,
        label: v.string(),
        sentence: v.string(),
        note: v.string(),
        changesNeeded: v.boolean(),
      }),
    ),
    v.description('Why it was rejected before it was submitted again.'),
  ),
  owner: v.strictObject({
    listings: WireCount,
    approved: v.pipe(WireCount, v.description("The owner's listings that were ever approved.")),
    rejected: v.pipe(WireCount, v.description("The owner's listings that were ever rejected.")),
    memberSince: time,
  }),
  changes: v.pipe(
    v.array(
      v.strictObject({
        field: v.picklist(POSTING_FIELDS),
        label: v.string(),
        before: value,
        after: value,
      }),
    ),
    v.description('The changes since the last review; empty before the first review.'),
  ),
  checks: v.pipe(
    v.array(SubmissionCheckSchema),
    v.description('Hints for the review. Some need the permission to see the contact of owners.'),
  ),
  group: PropertyGroupSchema,
})
export type ReviewedPosting = v.InferInput<typeof ReviewedPostingSchema>

/** The content that was submitted last. */
export function submittedOf({ posting }: ListingState): PostingDraft {
  return readContent(posting.submitted ?? posting.body)
}

/** Selects the content's photos and videos from `files`, in the order of the content. */
export function filesOf({ media }: PostingDraft, files: readonly MediaRow[]): MediaRow[] {
  const byId = new Map(files.map((row) => [row.id, row]))
  return media.flatMap((id) => byId.get(id) ?? [])
}

/** What a reviewer sees of a submission, apart from the listing's row. `files` are the submission's photos and videos. */
export function toReviewedPosting(
  own: ListingState,
  {
    files,
    all,
    checks,
    owner,
    earlierReason,
  }: {
    files: readonly MediaRow[]
    /** All stored files of the listing. */
    all: readonly MediaRow[]
    checks: SubmissionCheck[]
    owner: OwnerRecord
    earlierReason: EarlierReason | null
  },
): Omit<ReviewedPosting, 'group'> {
  const { posting } = own
  const content = submittedOf(own)
  const reviewed = posting.reviewed === null ? null : readContent(posting.reviewed)
  return {
    sellerState: posting.seller_state,
    isLive: isOnMarket(own),
    submittedAt: posting.submitted_at,
    decidedAt: posting.decided_at,
    expiresAt: posting.expires_at,
    isResubmitted: posting.reviewed !== null,
    content,
    media: files.map((row) => ({
      ...toWireMedia(row),
      isNew: reviewed !== null && !reviewed.media.includes(row.id),
    })),
    removedMedia: reviewed
      ? filesOf(reviewed, all)
          .filter(({ id }) => !content.media.includes(id))
          .map(toWireMedia)
      : [],
    earlierReason: reviewed && earlierReason,
    owner,
    changes: reviewed ? listChanges(reviewed, content) : [],
    checks,
  }
}

function listChanges(before: PostingDraft, after: PostingDraft): ReviewedPosting['changes'] {
  return listChangedFields(before, after).map((field) => ({
    field,
    label: POSTING_FIELD_LABELS[field],
    before: before[field],
    after: after[field],
  }))
}
