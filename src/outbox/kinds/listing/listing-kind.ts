import * as v from 'valibot'
import type { ChangeAnswer } from '#src/api/change-call.ts'
import type { ChangeConflict, ListingChange } from '#src/domain/change.ts'
import { BATCH_CALL_SIZE, placeInBatch } from '#src/domain/listing/change-batch.ts'
import { type Listing, ListingSchema } from '#src/domain/listing/listing.ts'
import { ConflictSchema } from '#src/domain/wire.ts'
import { type AnswerVerdict, codeOf, DONE, noAnswer, sentenceOf } from '../answer-verdict.ts'
import type { ListingChangeDraft } from '../change-draft.ts'
import type { AnswerReading, ChangeKind, JointCall } from '../change-kind.ts'
import { LISTING_FORM } from './listing-form.ts'
import { LISTING_MERGING } from './listing-merging.ts'

/** Changes of a batch go by the hundred. A change that was decided again has a key of its own, and goes alone. */
const LISTING_BATCHES: JointCall<ListingChange> = {
  most: BATCH_CALL_SIZE,
  places: 2, // of five: one call travels while the server, which writes one change at a time, works on another
  groupOf({ batch, key, isKeyed, action }) {
    const isOfBatch = isKeyed && placeInBatch(batch?.id, key) !== null
    if (!batch || !isOfBatch || action.kind === 'reason') return null
    return batch.id
  },
  requestOf(changes) {
    const reason = changes.map(reasonOf).find((one) => one !== undefined)
    const body = {
      batch: changes[0]?.batch,
      reason,
      changes: changes.map((change) => ({
        place: placeInBatch(change.batch?.id, change.key),
        id: change.entityId,
        version: change.baseVersion ?? undefined,
        to: change.action.kind === 'status' ? change.action.to : 'deleted',
      })),
    }
    return { method: 'POST', path: '/admin/properties/changes', body, version: null }
  },
}

function reasonOf({ action }: ListingChange) {
  return action.kind === 'status' ? action.reason : undefined
}

const LISTING_READING: AnswerReading<ListingChange> = {
  hasRecord: (body) => readListing(body['data']) !== null,
  readSuccess(change, { body }) {
    if (body?.['success'] !== true || isOfAnother(change, body)) return noAnswer()
    return { ...DONE, version: readListing(body['data'])?.version ?? null }
  },
  readConflict: (change, answer) =>
    change.action.kind === 'reason' ? null : conflictOf(change, answer),
}

function conflictOf(change: ListingChange, { body }: ChangeAnswer): AnswerVerdict {
  const read = v.safeParse(ConflictSchema, body?.['data'])
  const current = read.success ? readListing(read.output.current) : null
  // A person who insists ("Reject anyway") sends the version of the decision that they have read about. Without a version,
  // the change would also overwrite a later decision. So an answer without this listing and its version is not used.
  if (change.isKeyed && (current?.id !== change.entityId || current.version === null))
    return noAnswer()
  const { actorId = null, by = null } = read.success ? read.output : {}
  // A colleague had the same verdict. A note that the person typed is not dropped unasked.
  const { action } = change
  if (action.kind === 'status' && current?.status === action.to && !action.reason?.note) {
    return { ...DONE, version: current.version, already: true, first: { actorId, by } }
  }
  const conflict: ChangeConflict = {
    status: current?.status ?? null,
    version: current?.version ?? null,
    changedAt: read.success ? (read.output.changedAt ?? null) : null,
    actorId,
    by,
    device: read.success ? (read.output.device ?? null) : null,
  }
  const message = sentenceOf(body) ?? 'Somebody else changed this listing first.'
  return { kind: 'conflict', conflict, message, code: codeOf(body) }
}

/**
 * Whether a confirmation is about another listing, or about another status than this change has set. A server with keys
 * never sends that; something on the way has mixed up two answers. A confirmation without a listing is right: a repeated
 * change is confirmed even if its listing was deleted meanwhile.
 */
function isOfAnother(
  { isKeyed, entityId, action }: ListingChange,
  { data }: Record<string, unknown>,
): boolean {
  if (!isKeyed || data === undefined) return false
  const listing = readListing(data)
  if (listing?.id !== entityId) return true
  if (action.kind === 'status') return listing.status !== action.to
  // The confirmation of a reason has no listing.
  return action.kind === 'reason'
}

function readListing(wire: unknown): Listing | null {
  const read = v.safeParse(ListingSchema, wire)
  return read.success ? read.output : null
}

/** An operator's decision about a listing, or the reason of a rejection. */
export const LISTING_KIND: ChangeKind<ListingChange, ListingChangeDraft> = {
  form: LISTING_FORM,
  merging: LISTING_MERGING,
  sending: {
    together: LISTING_BATCHES,
    requestOf(change) {
      const { entityId, action, baseVersion: version } = change
      const id = encodeURIComponent(entityId)
      if (action.kind === 'delete')
        return { method: 'DELETE', path: `/admin/property/${id}`, body: null, version }
      if (action.kind === 'reason') {
        const { kind: _, ...reason } = action
        return { method: 'PUT', path: `/admin/properties/${id}/reason`, body: reason, version }
      }
      const body = { status: action.to, reason: action.reason }
      return { method: 'PATCH', path: `/admin/properties/${id}/status`, body, version }
    },
  },
  reading: LISTING_READING,
}
