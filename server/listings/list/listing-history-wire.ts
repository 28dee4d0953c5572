import * as v from 'valibot'
import { HISTORY_EXAMPLE, HistoryAnswerSchema } from '#server/platform/audit/audit-wire.ts'
import { WireTime } from '#server/platform/http/calls/wire-values.ts'

/** The history of a listing, and the reason of its current rejection. */
export const ListingHistoryAnswerSchema = v.strictObject({
  ...HistoryAnswerSchema.entries,
  meta: v.strictObject({
    rejection: v.nullable(
      v.strictObject({
        changeKey: v.pipe(
          v.string(),
          v.description('The Idempotency-Key of the change that rejected it.'),
        ),
        reason: v.nullable(
          v.strictObject({
            code: v.string(),
            note: v.string(),
            changesNeeded: v.boolean(),
            givenAt: WireTime,
          }),
        ),
      }),
    ),
  }),
})
export type ListingHistoryAnswer = v.InferInput<typeof ListingHistoryAnswerSchema>

/** Example in the OpenAPI document. */
export const LISTING_HISTORY_EXAMPLE: ListingHistoryAnswer = {
  ...HISTORY_EXAMPLE,
  meta: { rejection: null },
}
