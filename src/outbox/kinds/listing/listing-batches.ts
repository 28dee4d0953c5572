import type { ListingChange } from '#src/domain/change.ts'
import { BATCH_CALL_SIZE, type BatchFact, placeInBatch } from '#src/domain/listing/change-batch.ts'
import type { JointCall } from '../change-kind.ts'

/** Changes of a batch go by the hundred. A change that was decided again has a key of its own, and goes alone. */
export const LISTING_BATCHES: JointCall<ListingChange> = {
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

/** What taking a change back needs, once it has left the queue; null for a deletion, which nothing takes back. */
export function factOf(change: ListingChange): BatchFact | null {
  const { entityId, entityName, from, action, isKeyed } = change
  if (action.kind !== 'status') return null
  const version = change.ackedVersion ?? change.baseVersion
  return { entityId, entityName, from, to: action.to, version, isKeyed }
}
