import * as v from 'valibot'
import { LineSchema, TextSchema, WireText } from '#src/domain/text.ts'
import { boundedList } from '#src/domain/wire.ts'
import { CLAIM_ORIGINS, type ListingClaim, MAX_HAND_OVER_NOTE, MAX_HOLD_REASON } from './claim.ts'
import { BATCH_HOURS, BATCH_SIZES, MOST_CANDIDATES, type TakenBatch } from './road-batch.ts'

// Schemas of the calls about claims, with the error message for each invalid field.

const MOST_FENCES = 999_999_999 // within a column of 32 bits

/** The body of POST /admin/claims/{id}. */
export const OpenClaimSchema = v.strictObject({
  hasUnsavedText: v.boolean('Say whether there is unsaved text.'),
})

/** The body of PUT /admin/claims/{id}/hold. */
export const HoldSchema = v.strictObject({
  until: v.pipe(
    v.string('Choose until when.'),
    v.isoTimestamp('Choose until when.'),
    v.regex(/Z$/, 'The time must be in UTC.'),
    v.check((text) => !Number.isNaN(Date.parse(text)), 'There is no such time.'),
    v.transform((text) => new Date(text).toISOString()),
  ),
  reason: LineSchema('Say why you hold it.', MAX_HOLD_REASON),
})
export interface WantedHold {
  /** ISO 8601 in UTC. */
  until: string
  reason: string
}

/** The body of POST /admin/claims/{id}/hand-over. */
export const HandOverSchema = v.strictObject({
  personId: v.pipe(
    v.string('Choose a person.'),
    v.regex(/^[0-9a-f]{24}$/, 'There is no such person.'),
  ),
  note: v.pipe(TextSchema('Write the note.', MAX_HAND_OVER_NOTE), v.trim()),
})
export interface WantedHandOver {
  personId: string
  note: string
}

/** The body of POST /admin/claims/{id}/take-over: the claim that the person saw, and confirmed to end. */
export const TakeOverSchema = v.strictObject({
  fence: v.pipe(
    v.number('Name the claim that you take over.'),
    v.integer(),
    v.minValue(1),
    v.maxValue(MOST_FENCES),
  ),
})

/** The body of POST /admin/claim-batches: the listings that the person sees, in their order, and how many of them. */
export const TakeBatchSchema = v.strictObject({
  listingIds: v.pipe(
    boundedList(
      v.pipe(v.string(), v.regex(/^[0-9a-f]{24}$/, 'There is no such listing.')),
      MOST_CANDIDATES,
      { notAList: 'Name the listings.', tooMany: `Name at most ${MOST_CANDIDATES} listings.` },
    ),
    v.minLength(1, 'Name the listings.'),
  ),
  count: v.picklist(BATCH_SIZES, 'Choose how many listings.'),
  hours: v.picklist(BATCH_HOURS, 'Choose for how many hours.'),
})
export type WantedBatch = v.InferOutput<typeof TakeBatchSchema>

const Time = v.pipe(v.string(), v.isoTimestamp())

export const TakenBatchSchema: v.GenericSchema<unknown, TakenBatch> = v.object({
  batchId: v.string(),
  until: Time,
  listingIds: v.array(v.string()),
  passedOver: v.number(),
})

/** One claim, as an answer or the stream has it. A newer server may send more. */
export const ClaimSchema: v.GenericSchema<unknown, ListingClaim> = v.object({
  listingId: v.string(),
  fence: v.number(),
  personId: v.string(),
  name: WireTextOrNull(),
  since: Time,
  until: Time,
  heldUntil: v.nullable(Time),
  holdReason: WireTextOrNull(),
  origin: v.picklist(CLAIM_ORIGINS),
  fromId: WireTextOrNull(),
  fromName: WireTextOrNull(),
  note: v.string(),
  hasUnsavedText: v.boolean(),
  batchId: WireTextOrNull(),
})

function WireTextOrNull() {
  return v.pipe(
    WireText,
    v.transform((text) => text ?? null),
  )
}
