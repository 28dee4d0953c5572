import { batchIdOf, type Change, isUnsent, needsPerson } from '#src/domain/change.ts'
import {
  type BatchFact,
  batchKeyOf,
  type ChangeBatch,
  MAX_BATCH,
} from '#src/domain/listing/change-batch.ts'
import type { ListingDecision } from '#src/domain/listing/listing-change.ts'
import type { ChosenReason } from '#src/domain/listing/rejection-reason.ts'
import type { ListingChangeDraft } from '#src/outbox/kinds/change-draft.ts'
import { kindOf } from '#src/outbox/kinds/kinds.ts'
import { factOf } from '#src/outbox/kinds/listing/listing-merging.ts'
import { groupByEntity } from '#src/outbox/overlay/overlay.ts'
import type { BatchRows } from '#src/outbox/queue/batch-rows.ts'
import { listMeaningless, newChange } from '#src/outbox/queue/change-rules.ts'
import { inSlices, type OutboxTransaction } from '#src/outbox/queue/outbox-transaction.ts'
import type { AskedListing } from '#src/outbox/reason-questions.ts'
import type { OutboxDatabase } from '#src/storage/outbox-database.ts'

// Stores batches. A batch is stored in one transaction: all of its changes, or none. Each change then goes its own way
// through the queue.

/** What a person decided about many listings, before it is stored. */
export interface NewBatch {
  userId: string
  decision: ListingDecision
  /** For each listing, without its batch. */
  drafts: readonly ListingChangeDraft[]
}

export interface StoredBatch {
  batch: ChangeBatch
  /** Listings that were left out, because another change of them waits on this device. */
  left: number
}

export interface UndoneBatch {
  /** Changes that were removed before they were sent. */
  removed: number
  /** The batch of the changes that set listings back; null if there are none. */
  inverse: ChangeBatch | null
  /** Listings that stay as they are: they are deleted, or were decided again since. */
  standing: number
}

export interface BatchStoreOptions {
  makeKey: () => string
  now: () => number
}

export function createBatchStore(
  { changes }: OutboxDatabase,
  { write, read, listChanges }: OutboxTransaction,
  rows: BatchRows,
  { makeKey, now }: BatchStoreOptions,
) {
  return {
    /**
     * Stores a batch. Null if nothing is left to do.
     * @throws RangeError beyond `MAX_BATCH` changes
     */
    queueBatch({ userId, decision, drafts }: NewBatch): Promise<StoredBatch | null> {
      if (drafts.length > MAX_BATCH) throw new RangeError('A batch has too many changes.')
      const id = makeKey() // one per call, however often the transaction is repeated
      return write('queue-batch', async () => {
        const all = await listChanges(userId)
        const known = groupByEntity(all, ({ entityId }) => entityId)
        const free = drafts.flatMap((draft) => {
          const last = known.get(draft.entityId)?.at(-1)
          if (last && last.state !== 'acked') return []
          return [(last && kindOf(draft).merging.onOwnVersion?.(draft, last)) ?? draft]
        })
        await rows.removeExpired(all, now())
        if (free.length === 0) return null
        const batch = await store(
          { id, userId, decision, undoes: null },
          free as ListingChangeDraft[],
        ) // as given
        return { batch, left: drafts.length - free.length }
      })
    },

    /**
     * Takes a batch back: removes what was not sent, or what the server refused, and sets every other listing back to the
     * status that it had before, in a batch of its own. Null if the batch is gone or was taken back already. `reason` is that
     * of the listings that were rejected before.
     */
    undoBatch(batchId: string, reason?: ChosenReason): Promise<UndoneBatch | null> {
      const id = makeKey()
      return write('undo-batch', async () => {
        const batch = await rows.find(batchId)
        if (!batch || batch.undoneBy !== null) return null
        const all = await listChanges(batch.userId)
        const { removable, drafts, standing } = planUndo(batch, all, await rows.listFacts(batchId))
        await inSlices(removable, (some) => changes.bulkDelete(some.map(({ seq }) => seq)))
        const { userId, decision } = batch
        const explained = drafts.map((draft) => explain(draft, reason))
        const inverse =
          drafts.length > 0
            ? await store({ id, userId, decision, undoes: batchId }, explained)
            : null
        // Without an inverse, nothing of the batch is left to show.
        if (inverse) await rows.put({ ...batch, undoneBy: id })
        else await rows.remove(batchId)
        return { removed: removable.length, inverse, standing }
      })
    },

    /** The listings of a batch that were rejected before it, and are rejected again if it is taken back. */
    listRejectedBefore(batchId: string): Promise<AskedListing[]> {
      return read('plan-undo', async () => {
        const batch = await rows.find(batchId)
        if (!batch) return []
        const all = await listChanges(batch.userId)
        const { drafts } = planUndo(batch, all, await rows.listFacts(batchId))
        const again = drafts.filter(
          ({ action }) => action.kind === 'status' && action.to === 'rejected',
        )
        return again.map(({ entityId: id, entityName: name, baseVersion: version }) => ({
          id,
          name,
          version,
        }))
      })
    },

    /** Holds the unsent changes of a batch back, or lets them go on. */
    setBatchPaused(batchId: string, isPaused: boolean): Promise<void> {
      return write('pause-batch', async () => {
        const batch = await rows.find(batchId)
        if (batch) await rows.put({ ...batch, isPaused })
      })
    },

    /** Forgets a settled batch: it is not shown and cannot be taken back any more. Its open changes stay. */
    forgetBatch(batchId: string): Promise<void> {
      return write('forget-batch', () => rows.remove(batchId))
    },
  }

  async function store(
    what: Pick<ChangeBatch, 'id' | 'userId' | 'decision' | 'undoes'>,
    drafts: readonly ListingChangeDraft[],
  ): Promise<ChangeBatch> {
    const { length: count } = drafts
    const madeAt = now()
    const own = { id: what.id, count }
    const added = drafts.map(
      (draft, place) =>
        newChange({ ...draft, batch: own }, batchKeyOf(what.id, place), madeAt) as Change, // the database assigns `seq`
    )
    await inSlices(added, (some) => changes.bulkAdd(some))
    const batch = { ...what, count, undoneBy: null, confirmed: 0, isPaused: false, madeAt }
    await rows.put(batch)
    return batch
  }
}

/** What taking a batch back means for each of its listings. */
function planUndo(batch: ChangeBatch, all: readonly Change[], facts: readonly BatchFact[]) {
  const removable: Change[] = []
  const drafts: ListingChangeDraft[] = []
  let standing = 0
  const ofRecord = groupByEntity(all, ({ entityId }) => entityId)
  const { userId } = batch

  function setBack(fact: BatchFact, isLast: boolean): void {
    if (!isLast) standing += 1
    else drafts.push(inverseOf(userId, fact))
  }

  for (const change of all) {
    if (change.entity !== 'listing' || batchIdOf(change) !== batch.id) continue
    const own = ofRecord.get(change.entityId) ?? []
    if (isUnsent(change) || needsPerson(change)) {
      removable.push(change, ...listMeaningless(own, change))
      continue
    }
    const companions = new Set(listMeaningless(own, change))
    const later = own.filter((one) => one.seq > change.seq && !companions.has(one))
    const fact = factOf(change)
    if (fact) setBack(fact, later.length === 0)
    else standing += 1 // a deletion
  }
  for (const fact of facts) setBack(fact, !ofRecord.has(fact.entityId))
  return { removable, drafts, standing }
}

function inverseOf(userId: string, fact: BatchFact): ListingChangeDraft {
  const { entityId, entityName, from, to, version, isKeyed } = fact
  return {
    entity: 'listing',
    userId,
    entityId,
    entityName,
    action: { kind: 'status', to: from },
    origin: 'table',
    from: to,
    baseVersion: version,
    isKeyed,
  }
}

function explain(draft: ListingChangeDraft, reason: ChosenReason | undefined): ListingChangeDraft {
  const { action } = draft
  const isRejection = action.kind === 'status' && action.to === 'rejected'
  return isRejection && reason ? { ...draft, action: { ...action, reason } } : draft
}
