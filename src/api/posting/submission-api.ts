import * as v from 'valibot'
import { envelopeOf, listOf } from '#src/api/answer-schemas.ts'
import { call } from '#src/api/http-client.ts'
import { formatDate } from '#src/domain/dates.ts'
import {
  SUBMISSION_CHECKS,
  type SubmissionCheckCode,
} from '#src/domain/listing/submission-check.ts'
import { type ListingMedia, ListingMediaSchema } from '#src/domain/media/listing-media.ts'
import { groupIndian } from '#src/domain/money.ts'
import { type PostingDraft, PostingDraftSchema } from '#src/domain/posting/posting-draft.ts'
import {
  POSTING_FIELD_LABELS,
  POSTING_FIELDS,
  type PostingField,
} from '#src/domain/posting/posting-fields.ts'
import { wordField } from '#src/domain/posting/posting-words.ts'
import { displayValue, WireText } from '#src/domain/text.ts'
import { type PropertyGroup, PropertyGroupSchema } from './property-group-schema.ts'

const SubmissionAnswer = envelopeOf(
  v.looseObject({
    content: PostingDraftSchema,
    // Absent if the server accepts no uploads.
    media: v.optional(
      v.array(v.looseObject({ ...ListingMediaSchema.entries, isNew: v.boolean() })),
      [],
    ),
    removedMedia: v.optional(v.array(ListingMediaSchema), []),
    earlierReason: v.optional(
      v.nullable(
        v.looseObject({
          at: v.string(),
          label: v.string(),
          sentence: v.string(),
          note: v.string(),
        }),
      ),
      null,
    ),
    // Absent on a server of an earlier version.
    owner: v.optional(
      v.looseObject({
        listings: v.number(),
        approved: v.number(),
        rejected: v.number(),
        memberSince: v.nullable(v.string()),
      }),
    ),
    changes: listOf(v.looseObject({ field: v.picklist(POSTING_FIELDS), before: v.unknown() })),
    checks: v.optional(
      listOf(
        v.looseObject({
          code: v.fallback(v.nullable(v.picklist(SUBMISSION_CHECKS)), null),
          sentence: v.string(),
          listing: v.nullable(v.looseObject({ id: v.string(), title: WireText })),
        }),
      ),
      [],
    ),
    group: v.optional(PropertyGroupSchema), // absent on a server of an earlier version
  }),
)

/** A possible problem that the server found in a submission. */
export interface ShownCheck {
  /** Null for a check that this build does not know. */
  code: SubmissionCheckCode | null
  sentence: string
  /** Another owner's listing with the same photo, video, phone number or place. */
  listing: { id: string; title: string | null } | null
}

type Fact = readonly [label: string, value: string]

export interface Submission {
  checks: readonly ShownCheck[]
  /** The adverts of the same property. Absent in copies that an earlier build saved. */
  group?: PropertyGroup | undefined
  /** Since the last review, such as ['Monthly rent', 'Was ₹30,000, now ₹32,000']. */
  changes: readonly Fact[]
  /** Fields that a `Listing` does not have, such as ['Beds', '4'], without the description. */
  facts: readonly Fact[]
  description: string | null
  /** The photos that were removed since the last review. */
  removedPhotos: readonly ListingMedia[]
  /** Why the listing was rejected before it was submitted again. */
  earlierReason: { at: string; label: string; sentence: string; note: string } | null
  /** Such as ['Account since', '3 Feb 26']. */
  owner: readonly Fact[]
  /** In display order, without the video, whose URL is in the listing. */
  photos: readonly (ListingMedia & { isNew: boolean })[]
}

/** Fields of a draft that a `Listing` does not have. */
const OWN_FIELDS = ['locality', 'area', 'beds', 'availableFrom'] as const

/**
 * GET /admin/properties/{id}/posting.
 * @throws ApiError; 404 on a server where owners post no listings
 */
export async function findSubmission(
  listingId: string,
  signal: AbortSignal | undefined,
): Promise<Submission> {
  const path = `/admin/properties/${encodeURIComponent(listingId)}/posting`
  const answer = await call(path, SubmissionAnswer, { signal })
  const { content, media, changes, checks, owner, group } = answer
  const earlier = Object.fromEntries(changes.map(({ field, before }) => [field, before]))
  const reviewed = v.parse(PostingDraftSchema, { ...content, ...earlier })
  const wordOf = (field: PostingField, draft: PostingDraft) => displayValue(wordField(field, draft))
  const changed = changes.map(({ field }) => {
    const sentence =
      field === 'media'
        ? wordMediaChange(reviewed.media, content.media)
        : `Was ${wordOf(field, reviewed)}, now ${wordOf(field, content)}`
    return [POSTING_FIELD_LABELS[field], sentence] as const
  })
  const others = OWN_FIELDS.filter((field) => !(field in earlier) && content[field] !== null)
  return {
    checks,
    group,
    changes: changed,
    facts: others.map((field) => [POSTING_FIELD_LABELS[field], wordOf(field, content)] as const),
    description: content.description,
    removedPhotos: answer.removedMedia.filter(({ kind }) => kind === 'photo'),
    earlierReason: answer.earlierReason,
    owner: owner
      ? [
          ["Owner's listings", groupIndian(owner.listings)],
          ['Approved before', groupIndian(owner.approved)],
          ['Rejected before', groupIndian(owner.rejected)],
          ['Account since', formatDate(owner.memberSince)],
        ]
      : [],
    photos: media.filter(({ kind }) => kind === 'photo'),
  }
}

/** '2 added, 1 removed' */
function wordMediaChange(before: readonly string[], after: readonly string[]): string {
  const added = after.filter((id) => !before.includes(id)).length
  const removed = before.filter((id) => !after.includes(id)).length
  const parts = [added > 0 && `${added} added`, removed > 0 && `${removed} removed`]
  return parts.filter(Boolean).join(', ') || 'In another order'
}
