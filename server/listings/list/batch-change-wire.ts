import * as v from 'valibot'
import { WireId, WireVersion } from '#server/platform/http/calls/wire-values.ts'
import { ListingStatusSchema } from '#src/domain/listing/listing.ts'
import { OvertakenAnswerSchema } from './listing-wire.ts'

/** A confirmed change. `data` is absent after a deletion, and for a repeat whose property has changed since. */
const MadeSchema = v.strictObject({
  success: v.literal(true),
  data: v.optional(
    v.strictObject({ _id: WireId, version: WireVersion, status: v.optional(ListingStatusSchema) }),
  ),
})

const RefusedSchema = v.strictObject({
  success: v.literal(false),
  error: v.string(),
  code: v.string(),
  fields: v.optional(v.record(v.string(), v.string())),
})

export const BatchAnswerSchema = v.strictObject({
  success: v.literal(true),
  data: v.array(
    v.strictObject({
      key: v.pipe(v.string(), v.description('The batch, a dot and the place of the change.')),
      status: v.pipe(v.number(), v.description('As a call for this change alone would answer.')),
      body: v.union([MadeSchema, OvertakenAnswerSchema, RefusedSchema]),
    }),
  ),
})
export type BatchAnswer = v.InferInput<typeof BatchAnswerSchema>
