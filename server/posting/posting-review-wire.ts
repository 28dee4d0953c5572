import * as v from 'valibot'
import type { MediaRow } from '#server/database/media-rows.ts'
import { recordWith, WireTime } from '#server/http/calls/wire-values.ts'
import { ListingMediaSchema, toWireMedia } from '#server/media/listing-media-wire.ts'
import { listChangedFields } from '#src/domain/posting/posting-changes.ts'
import type { PostingDraft } from '#src/domain/posting/posting-draft.ts'
import { FIELD_LABELS, POSTING_FIELDS } from '#src/domain/posting/posting-fields.ts'
import { SELLER_STATES } from '#src/domain/posting/posting-state.ts'
import { readContent } from './posting-content.ts'
import { isOnMarket, type OwnPosting } from './posting-service.ts'
import { PostingContentSchema } from './posting-wire.ts'

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
        ...ListingMediaSchema.entries,
        isNew: v.pipe(v.boolean(), v.description('Added since the last review.')),
      }),
    ),
    v.description('The photos and the video of the content, in their order.'),
  ),
  changes: v.pipe(
    v.array(
      v.strictObject({
        field: v.picklist(POSTING_FIELDS),
        label: v.string(),
        before: value,
        after: value,
      }),
    ),
    v.description('Since the content that was decided about last; empty before the first review.'),
  ),
})
export type ReviewedPosting = v.InferInput<typeof ReviewedPostingSchema>

/** What a reviewer sees of a submission besides the listing. */
export function toReviewedPosting(own: OwnPosting, files: readonly MediaRow[]): ReviewedPosting {
  const { posting } = own
  const content = readContent(posting.submitted ?? posting.body)
  const reviewed = posting.reviewed === null ? null : readContent(posting.reviewed)
  return {
    sellerState: posting.seller_state,
    isLive: isOnMarket(own),
    submittedAt: posting.submitted_at,
    decidedAt: posting.decided_at,
    expiresAt: posting.expires_at,
    isResubmitted: posting.reviewed !== null,
    content,
    media: listFiles(content, { reviewed, files }),
    changes: reviewed ? listChanges(reviewed, content) : [],
  }
}

function listFiles(
  { media }: PostingDraft,
  { reviewed, files }: { reviewed: PostingDraft | null; files: readonly MediaRow[] },
): ReviewedPosting['media'] {
  const byId = new Map(files.map((row) => [row.id, row]))
  return media.flatMap((id) => {
    const row = byId.get(id)
    const isNew = reviewed !== null && !reviewed.media.includes(id)
    return row ? [{ ...toWireMedia(row), isNew }] : []
  })
}

function listChanges(before: PostingDraft, after: PostingDraft): ReviewedPosting['changes'] {
  return listChangedFields(before, after).map((field) => ({
    field,
    label: FIELD_LABELS[field],
    before: before[field],
    after: after[field],
  }))
}
