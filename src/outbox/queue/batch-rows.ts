import { batchIdOf, type Change } from '#src/domain/change.ts'
import type { BatchFact, ChangeBatch } from '#src/domain/listing/change-batch.ts'
import { kindOf } from '#src/outbox/kinds/kinds.ts'
import type { BatchFactsRow, BatchRow, OutboxDatabase } from '#src/storage/outbox-database.ts'

// The rows of batches in the outbox database, for use inside its steps.

export const BATCH_PREFIX = 'batch:'
const FACTS_PREFIX = 'batch-facts:'
const RETENTION_MS = 7 * 24 * 60 * 60_000 // the length of a session: until then, a batch can be taken back

export type BatchRows = ReturnType<typeof createBatchRows>

export function createBatchRows({ counters }: OutboxDatabase) {
  async function find(batchId: string): Promise<ChangeBatch | null> {
    const row = await counters.get(`${BATCH_PREFIX}${batchId}`)
    return row && isBatch(row) ? row.batch : null
  }

  async function list(): Promise<ChangeBatch[]> {
    const rows = await counters.where('name').startsWith(BATCH_PREFIX).toArray()
    return rows.flatMap((row) => (isBatch(row) ? [row.batch] : []))
  }

  async function put(batch: ChangeBatch): Promise<void> {
    await counters.put({ name: `${BATCH_PREFIX}${batch.id}`, value: batch.madeAt, batch })
  }

  async function remove(batchId: string): Promise<void> {
    await counters.delete(`${BATCH_PREFIX}${batchId}`)
    await counters.where('name').startsWith(`${FACTS_PREFIX}${batchId}:`).delete()
  }

  return {
    find,
    list,
    put,
    remove,

    async listPausedIds(): Promise<ReadonlySet<string>> {
      const batches = await list()
      return new Set(batches.filter(({ isPaused }) => isPaused).map(({ id }) => id))
    },

    async listFacts(batchId: string): Promise<BatchFact[]> {
      const rows = await counters.where('name').startsWith(`${FACTS_PREFIX}${batchId}:`).toArray()
      return rows.flatMap((row) => (isFacts(row) ? row.facts : []))
    },

    /** Keeps what undo needs of confirmed changes that leave the queue in the same step. */
    async noteRemoved(removed: readonly Change[]): Promise<void> {
      for (const batch of await list()) {
        const own = removed.filter((change) => batchIdOf(change) === batch.id)
        const [first] = own
        if (!first) continue
        const facts = own.flatMap((one) => kindOf(one).merging.factOf?.(one) ?? [])
        // A change leaves the queue once, so its `seq` names the row.
        const name: BatchFactsRow['name'] = `${FACTS_PREFIX}${batch.id}:${first.seq}`
        if (batch.undoneBy === null) await counters.put({ name, value: facts.length, facts })
        await put({ ...batch, confirmed: batch.confirmed + own.length })
      }
    },

    /** Removes old batches of which no change is left among these. */
    async removeExpired(changes: readonly Change[], nowMs: number): Promise<void> {
      for (const { id, madeAt } of await list()) {
        const isOld = Math.abs(nowMs - madeAt) > RETENTION_MS
        if (isOld && !changes.some((change) => batchIdOf(change) === id)) await remove(id)
      }
    },

    /** Removes the batches of a person, or those for which `isOver`. */
    async removeWhere(isOver: (batch: ChangeBatch) => boolean): Promise<void> {
      for (const batch of await list()) if (isOver(batch)) await remove(batch.id)
    },
  }
}

function isBatch(row: { name: string }): row is BatchRow {
  return row.name.startsWith(BATCH_PREFIX)
}

function isFacts(row: { name: string }): row is BatchFactsRow {
  return row.name.startsWith(FACTS_PREFIX)
}
