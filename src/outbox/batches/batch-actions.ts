import type { ChangeBatch } from '#src/domain/listing/change-batch.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import type { ListingDecision } from '#src/domain/listing/listing-change.ts'
import type { ChosenReason } from '#src/domain/listing/rejection-reason.ts'
import { type CommitParts, requireSpace } from '#src/outbox/commit-change.ts'
import type { OutboxStore } from '#src/outbox/outbox-store.ts'
import type { ReasonQuestions } from '#src/outbox/reason-questions.ts'
import { holdPage } from '#src/storage/page-hold.ts'
import type { StoredBatch, UndoneBatch } from './batch-store.ts'

/** A listing as the person chose it: its version and status are those that they saw. */
export type ChosenListing = Pick<Listing, 'id' | 'name' | 'status' | 'version'>

export interface BatchActionParts extends CommitParts {
  findUserId(): string | null
  triggerDrain(): void
  questions: ReasonQuestions
}

export type BatchActions = ReturnType<typeof createBatchActions>

/** A person's actions on batches. */
export function createBatchActions(parts: BatchActionParts) {
  const { openStore, persistence, findUserId, triggerDrain, questions } = parts

  return {
    /** Resolves once the whole batch is safe on the device; to null if nothing was left to do. */
    async queue(
      listings: readonly ChosenListing[],
      decision: ListingDecision,
    ): Promise<StoredBatch | null> {
      const userId = findUserId()
      if (!userId) throw new Error('Nobody is signed in.')
      await requireSpace(persistence)
      const drafts = listings.map(({ id, name, status, version }) => ({
        entity: 'listing' as const,
        userId,
        entityId: id,
        entityName: name,
        action: decision,
        origin: 'table' as const,
        from: status,
        baseVersion: version,
        isKeyed: version !== null,
      }))
      const stored = await holdPage((await openStore()).queueBatch({ userId, decision, drafts }))
      if (stored) triggerDrain()
      return stored
    },

    /**
     * Gives each listing of a batch the status back that it had before. Null if the batch was taken back already, or if
     * listings are rejected again and the person gave no reason that these need.
     */
    async undo(batch: ChangeBatch): Promise<UndoneBatch | null> {
      const store = await openStore()
      const rejected = await store.listRejectedBefore(batch.id)
      const needsReason = rejected.some((listing) =>
        questions.isNeededFor(listing, { kind: 'status', to: 'rejected' }),
      )
      const undone = needsReason
        ? await questions.ask(rejected, (reason) => undoWith(store, batch, reason))
        : await undoWith(store, batch)
      if (undone) triggerDrain()
      return undone
    },

    async setPaused({ id }: ChangeBatch, isPaused: boolean): Promise<void> {
      await (await openStore()).setBatchPaused(id, isPaused)
      if (!isPaused) triggerDrain()
    },

    async forget({ id }: ChangeBatch): Promise<void> {
      await (await openStore()).forgetBatch(id)
    },
  }
}

function undoWith(
  store: OutboxStore,
  { id }: ChangeBatch,
  reason?: ChosenReason,
): Promise<UndoneBatch | null> {
  return holdPage(store.undoBatch(id, reason))
}
