import * as v from 'valibot'
import { type PostingDraft, PostingDraftSchema } from '#src/domain/posting/posting-draft.ts'
import {
  FIELD_LABELS,
  POSTING_FIELDS,
  type PostingField,
} from '#src/domain/posting/posting-fields.ts'
import { wordField } from '#src/domain/posting/posting-words.ts'
import { displayValue } from '#src/domain/text.ts'
import { envelopeOf, listOf } from './answer-schemas.ts'
import { call } from './http-client.ts'

const SubmissionAnswer = envelopeOf(
  v.looseObject({
    content: PostingDraftSchema,
    changes: listOf(v.looseObject({ field: v.picklist(POSTING_FIELDS), before: v.unknown() })),
  }),
)

/** Such as ['Rent a month', 'Was ₹30,000, now ₹32,000'] and ['Beds', '4']. */
export type SubmissionFacts = readonly (readonly [label: string, value: string])[]

/** Fields that the listing itself does not have. */
const OWN_FIELDS = ['description', 'locality', 'area', 'beds', 'availableFrom'] as const

/**
 * GET /admin/properties/{id}/posting: what changed since the last review, then what the owner says beyond the listing's own
 * fields. @throws ApiError; 404 on a server where owners post no listings
 */
export async function findSubmission(
  listingId: string,
  signal: AbortSignal,
): Promise<SubmissionFacts> {
  const path = `/admin/properties/${encodeURIComponent(listingId)}/posting`
  const { content, changes } = await call(path, SubmissionAnswer, { signal })
  const earlier = Object.fromEntries(changes.map(({ field, before }) => [field, before]))
  const reviewed = v.parse(PostingDraftSchema, { ...content, ...earlier })
  const wordOf = (field: PostingField, draft: PostingDraft) => displayValue(wordField(field, draft))
  const changed = changes.map(({ field }) => {
    const sentence = `Was ${wordOf(field, reviewed)}, now ${wordOf(field, content)}`
    return [FIELD_LABELS[field], sentence] as const
  })
  const others = OWN_FIELDS.filter((field) => !(field in earlier) && content[field] !== null)
  return [
    ...changed,
    ...others.map((field) => [FIELD_LABELS[field], wordOf(field, content)] as const),
  ]
}
