import * as v from 'valibot'
import { recordWith, WireId } from '#server/platform/http/calls/wire-values.ts'
import { SUBMISSION_CHECKS } from '#src/domain/listing/submission-check.ts'
import { POSTING_FIELDS } from '#src/domain/posting/posting-fields.ts'

export const SubmissionCheckSchema = recordWith('SubmissionCheck', {
  code: v.picklist(SUBMISSION_CHECKS),
  sentence: v.pipe(v.string(), v.description('For the reviewer.')),
  field: v.pipe(
    v.picklist([...POSTING_FIELDS, 'owner']),
    v.description('The part of the listing that it is about.'),
  ),
  listing: v.pipe(
    v.nullable(v.strictObject({ id: WireId, title: v.nullable(v.string()) })),
    v.description('The listing of another owner that has the same.'),
  ),
})
export type SubmissionCheck = v.InferInput<typeof SubmissionCheckSchema>

/** Examples in the OpenAPI document. */
export const CHECK_EXAMPLES: SubmissionCheck[] = [
  {
    code: 'unusual-price',
    sentence:
      'The rent of ₹96,000 a month is 3 times ₹32,000, the median of 24 apartments in Pune.',
    field: 'rent',
    listing: null,
  },
  {
    code: 'same-photo',
    sentence: 'Photo 1 is also in a listing of another owner.',
    field: 'media',
    listing: { id: '68b1f0a2c4d5e6f708192a3e', title: 'Garden villa in Baner' },
  },
]
