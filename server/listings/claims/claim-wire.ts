import * as v from 'valibot'
import {
  envelopeWith,
  recordWith,
  WireId,
  WireTime,
} from '#server/platform/http/calls/wire-values.ts'
import { CLAIM_ORIGINS, type ListingClaim } from '#src/domain/claim/claim.ts'
import type { TakenBatch } from '#src/domain/claim/road-batch.ts'

const ClaimWireSchema = recordWith('Claim', {
  listingId: WireId,
  fence: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(1),
    v.description('Grows by one with each new claim of the listing, and never repeats.'),
  ),
  personId: WireId,
  name: v.nullable(v.string()),
  since: WireTime,
  until: WireTime,
  heldUntil: v.nullable(
    v.pipe(WireTime, v.description('Held, or handed over: not ended by leaving the listing.')),
  ),
  holdReason: v.nullable(v.string()),
  origin: v.picklist(CLAIM_ORIGINS),
  fromId: v.nullable(
    v.pipe(WireId, v.description('Who handed it over, or from whom it was taken.')),
  ),
  fromName: v.nullable(v.string()),
  note: v.string(),
  hasUnsavedText: v.boolean(),
  batchId: v.nullable(
    v.pipe(WireId, v.description('Reserved for the road with this batch, until `heldUntil`.')),
  ),
})

export const ClaimListSchema = envelopeWith(v.array(ClaimWireSchema))
export const ClaimAnswerSchema = envelopeWith(ClaimWireSchema)
export const DeciderListSchema = envelopeWith(
  v.array(recordWith('Decider', { _id: WireId, name: v.nullable(v.string()) })),
)

/** Example in the OpenAPI document. */
export const CLAIM_EXAMPLE: ListingClaim = {
  listingId: '65a000000000000000000002',
  fence: 3,
  personId: '65a000000000000000000001',
  name: 'Ravi Shah',
  since: '2026-02-14T08:32:00.000Z',
  until: '2026-02-15T03:30:00.000Z',
  heldUntil: '2026-02-15T03:30:00.000Z',
  holdReason: 'Asked the owner',
  origin: 'handed-over',
  fromId: '65a000000000000000000003',
  fromName: 'Asha Rao',
  note: 'You spoke with her last week.',
  hasUnsavedText: false,
  batchId: null,
}

export const TakenBatchAnswerSchema = envelopeWith(
  recordWith('TakenBatch', {
    batchId: WireId,
    until: WireTime,
    listingIds: v.pipe(
      v.array(WireId),
      v.description('The granted listings, in the order of the call.'),
    ),
    passedOver: v.pipe(
      v.number(),
      v.integer(),
      v.description('How many listings before the last granted one were not free.'),
    ),
  }),
)

export const TAKEN_BATCH_EXAMPLE: TakenBatch = {
  batchId: '65a000000000000000000009',
  until: '2026-02-14T12:32:00.000Z',
  listingIds: [CLAIM_EXAMPLE.listingId],
  passedOver: 1,
}
