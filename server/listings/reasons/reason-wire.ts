import * as v from 'valibot'
import { recordWith } from '#server/platform/http/calls/wire-values.ts'
import { RejectionReasonSchema } from '#src/domain/listing/reason-schemas.ts'

const { field, isActive } = RejectionReasonSchema.entries

const ReasonWireSchema = recordWith('RejectionReason', {
  code: v.string(),
  label: v.string(),
  sentence: v.pipe(
    v.string(),
    v.description('For the seller. {title}, {city} and {price} stand for values of the listing.'),
  ),
  field,
  changesNeeded: v.pipe(v.boolean(), v.description('The usual choice for this reason.')),
  isActive,
  isUsed: v.pipe(v.boolean(), v.description('Given before, so it cannot be removed, only hidden.')),
})

export const ReasonListAnswerSchema = v.strictObject({
  success: v.literal(true),
  data: v.array(ReasonWireSchema),
  meta: v.strictObject({
    version: v.pipe(v.string(), v.description('Send it back as If-Match, in quotes.')),
    isReasonRequired: v.pipe(
      v.boolean(),
      v.description('Whether a rejection without a reason is refused.'),
    ),
  }),
})
export type ReasonListAnswer = v.InferInput<typeof ReasonListAnswerSchema>

/** Example in the OpenAPI document. */
export const REASONS_EXAMPLE: ReasonListAnswer = {
  success: true,
  data: [
    {
      code: 'photos',
      label: 'Photos missing or unclear',
      sentence: 'Add clear photos of the rooms and of the building from outside.',
      field: 'photos',
      changesNeeded: true,
      isActive: true,
      isUsed: true,
    },
  ],
  meta: { version: 'n4bQgYhMfWWaL-qgxVrQFa', isReasonRequired: false },
}
