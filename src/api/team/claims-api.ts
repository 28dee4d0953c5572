import * as v from 'valibot'
import { envelopeOf, listOf } from '#src/api/answer-schemas.ts'
import { type ConditionalRead, call, callIfChanged } from '#src/api/http-client.ts'
import type { ListingClaim } from '#src/domain/claim/claim.ts'
import {
  ClaimSchema,
  TakenBatchSchema,
  type WantedBatch,
  type WantedHandOver,
  type WantedHold,
} from '#src/domain/claim/claim-schemas.ts'
import type { TakenBatch } from '#src/domain/claim/road-batch.ts'
import { WireText } from '#src/domain/text.ts'

// Who reviews which listing. Each call throws ApiError; 409 `claimed` if another person has the listing.

const PATH = '/admin/claims'
const ClaimsAnswer = envelopeOf(listOf(ClaimSchema))
const ClaimAnswer = envelopeOf(ClaimSchema)
const BatchAnswer = envelopeOf(TakenBatchSchema)
const DoneAnswer = v.looseObject({ success: v.literal(true) })
const DecidersAnswer = envelopeOf(
  listOf(
    v.pipe(
      v.looseObject({ _id: v.string(), name: WireText }),
      v.transform(({ _id, name }) => ({ id: _id, name: name ?? 'A colleague' })),
    ),
  ),
)
export type Decider = v.InferOutput<typeof DecidersAnswer>[number]

/** GET /admin/claims; null when unchanged. */
export function listClaims(read: ConditionalRead) {
  return callIfChanged(PATH, ClaimsAnswer, read)
}

/** GET /admin/deciders: the people to whom a listing can be handed over. */
export function listDeciders(signal?: AbortSignal): Promise<Decider[]> {
  return call('/admin/deciders', DecidersAnswer, { signal })
}

/** POST: claims a listing, or renews the own claim. */
export function openClaim(id: string, hasUnsavedText: boolean): Promise<ListingClaim> {
  return call(pathOf(id), ClaimAnswer, { method: 'POST', body: { hasUnsavedText } })
}

/** DELETE: the person has left the listing; what they hold stays. */
export async function leaveClaim({ listingId, fence }: ListingClaim): Promise<void> {
  const headers = { 'If-Match': `"${fence}"` }
  await call(pathOf(listingId), DoneAnswer, { method: 'DELETE', headers })
}

/** PUT: holds a listing until a time. */
export function putHold(id: string, hold: WantedHold): Promise<ListingClaim> {
  return call(`${pathOf(id)}/hold`, ClaimAnswer, { method: 'PUT', body: hold })
}

/** DELETE: gives a held listing back to the queue. */
export async function endHold(id: string): Promise<void> {
  await call(`${pathOf(id)}/hold`, DoneAnswer, { method: 'DELETE' })
}

/** POST: hands a listing over to a person. 409 `cannot-decide` if they do not decide about listings. */
export function handOverClaim(id: string, wanted: WantedHandOver): Promise<ListingClaim> {
  return call(`${pathOf(id)}/hand-over`, ClaimAnswer, { method: 'POST', body: wanted })
}

/** POST: takes the listing from the person whose claim was shown. */
export function takeOverClaim({ listingId, fence }: ListingClaim): Promise<ListingClaim> {
  return call(`${pathOf(listingId)}/take-over`, ClaimAnswer, { method: 'POST', body: { fence } })
}

/** POST: reserves listings for the road. 409 `has-batch` while the person has one, `none-free` if nothing is free. */
export function takeBatch(wanted: WantedBatch): Promise<TakenBatch> {
  return call('/admin/claim-batches', BatchAnswer, { method: 'POST', body: wanted })
}

/** DELETE: gives back what is left of a batch. */
export async function giveBatchBack(batchId: string): Promise<void> {
  const path = `/admin/claim-batches/${encodeURIComponent(batchId)}`
  await call(path, DoneAnswer, { method: 'DELETE' })
}

function pathOf(id: string): string {
  return `${PATH}/${encodeURIComponent(id)}`
}
