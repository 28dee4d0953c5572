import { batchIdOf, type Change, type ListingChange, needsPerson } from '#src/domain/change.ts'
import type { ChangeBatch } from '#src/domain/listing/change-batch.ts'

// How far a batch is.

export interface BatchProgress {
  batch: ChangeBatch
  /** Confirmed by the server. */
  done: number
  /** Waiting, or being sent. */
  open: number
  /** Refused, or in conflict: a person has to act. */
  stuck: readonly ListingChange[]
}

/** The progress of each batch, oldest first. */
export function listProgress(
  batches: readonly ChangeBatch[],
  changes: readonly Change[],
): BatchProgress[] {
  if (batches.length === 0) return []
  const known = new Map(batches.map((batch) => [batch.id, newProgress(batch)]))
  for (const change of changes) {
    const own = known.get(batchIdOf(change) ?? '')
    if (!own || change.entity !== 'listing') continue
    if (needsPerson(change)) own.stuck.push(change)
    else if (change.state !== 'acked') own.open += 1
  }
  return [...known.values()].sort((a, b) => a.batch.madeAt - b.batch.madeAt)
}

function newProgress(batch: ChangeBatch) {
  return {
    batch,
    done: batch.confirmed,
    open: 0,
    stuck: [] as ListingChange[], // filled by the caller
  }
}
