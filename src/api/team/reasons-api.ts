import * as v from 'valibot'
import { listOf } from '#src/api/answer-schemas.ts'
import { type ConditionalRead, call, callIfChanged } from '#src/api/http-client.ts'
import { REASON_FIELDS, type RejectionReason } from '#src/domain/listing/rejection-reason.ts'

// The reasons for rejections. Each call throws ApiError.

const PATH = '/admin/reasons'

/** A reason of the list. A used reason cannot be removed, only retired. */
export type ListedReason = RejectionReason & { isUsed: boolean }

export interface ReasonList {
  reasons: readonly ListedReason[]
  version: string
  /** Whether a rejection needs a reason; null if the server does not know this rule, and takes no reason with a rejection. */
  isRequired: boolean | null
}

const ListedReasonSchema = v.object({
  code: v.string(),
  label: v.string(),
  sentence: v.string(),
  // A newer server may send a field that this build does not know.
  field: v.fallback(v.nullable(v.picklist(REASON_FIELDS)), null),
  changesNeeded: v.fallback(v.boolean(), false),
  isActive: v.boolean(),
  isUsed: v.fallback(v.boolean(), true),
})
const ReasonListAnswer = v.pipe(
  v.looseObject({
    success: v.literal(true),
    data: listOf(ListedReasonSchema),
    meta: v.looseObject({
      version: v.string(),
      isReasonRequired: v.fallback(v.nullish(v.boolean(), null), null),
    }),
  }),
  v.transform(
    ({ data, meta }): ReasonList => ({
      reasons: data,
      version: meta.version,
      isRequired: meta.isReasonRequired,
    }),
  ),
)

/** GET /admin/reasons; null when unchanged. */
export function listReasons(read: ConditionalRead) {
  return callIfChanged(PATH, ReasonListAnswer, read)
}

/** A new list of reasons. Without the rule, that stays as it is. */
export interface NewReasons {
  reasons: readonly RejectionReason[]
  isReasonRequired?: boolean
}

/** PUT /admin/reasons: replaces the whole list. 412 if somebody else has changed it since `version`. */
export function replaceReasons(next: NewReasons, version: string): Promise<ReasonList> {
  const headers = { 'If-Match': `"${version}"` }
  return call(PATH, ReasonListAnswer, { method: 'PUT', body: next, headers })
}

const RejectionAnswer = v.pipe(
  v.looseObject({
    meta: v.looseObject({
      rejection: v.nullable(
        v.looseObject({
          changeKey: v.string(),
          reason: v.nullable(
            v.looseObject({ code: v.string(), note: v.string(), changesNeeded: v.boolean() }),
          ),
        }),
      ),
    }),
  }),
  v.transform(({ meta }) => meta.rejection),
)
export type StoredRejection = v.InferOutput<typeof RejectionAnswer>

/**
 * The current rejection of a listing and its reason, from the listing's history. Null if the listing is not rejected,
 * or was rejected by a change without an Idempotency-Key.
 */
export function findRejection(listingId: string, signal?: AbortSignal): Promise<StoredRejection> {
  const path = `/admin/properties/${encodeURIComponent(listingId)}/history`
  return call(path, RejectionAnswer, { signal })
}
