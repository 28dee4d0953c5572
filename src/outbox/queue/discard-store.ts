import { type Change, listBehind } from '#src/domain/change.ts'
import type { ChangeRef } from '#src/outbox/change-ref.ts'
import { kindOf } from '#src/outbox/kinds/kinds.ts'
import type { OutboxDatabase } from '#src/storage/outbox-database.ts'
import type { BatchRows } from './batch-rows.ts'
import { listMeaningless } from './change-rules.ts'
import { inSlices, type OutboxTransaction } from './outbox-transaction.ts'

// Discards changes. A change that is being sent or is confirmed cannot be discarded, because it may have taken effect.

export function createDiscardStore(
  { changes }: OutboxDatabase,
  { write, listChanges, findSame }: OutboxTransaction,
  batches: Pick<BatchRows, 'removeWhere'>,
) {
  return {
    /**
     * Discards a change; false when it is being sent, or was settled meanwhile. Later changes of the same record are
     * separate decisions and stay, except those that depend on it: an edit of an event that is never created, the
     * reason for a rejection.
     */
    discardChange(given: ChangeRef): Promise<boolean> {
      return write('discard', async () => {
        const stored = await findSame(given)
        if (!stored || !canBeDiscarded(stored)) return false
        const all = await listChanges(stored.userId)
        const lost = listMeaningless(all, stored)
        await changes.bulkDelete([stored.seq, ...lost.map((change) => change.seq)])
        const next = listBehind(all, stored).find((change) => !lost.includes(change))
        const rooted = next && kindOf(next).merging.afterDiscarded?.(next, stored)
        if (rooted) await changes.put(rooted)
        return true
      })
    },

    /**
     * "Leave as …": keeps the other side's change. Removes the user's own change and their later changes of the same
     * record, because sending those would undo the choice. False when the change is no longer in conflict.
     */
    keepTheirs(given: ChangeRef): Promise<boolean> {
      return write('keep-theirs', async () => {
        const stored = await findSame(given)
        if (stored?.state !== 'conflict') return false
        const behind = listBehind(await listChanges(stored.userId), stored).filter(canBeDiscarded)
        await changes.bulkDelete([stored.seq, ...behind.map((change) => change.seq)])
        return true
      })
    },

    /**
     * Deletes every change of a person, at a sign-out. Confirmed changes too: they are needed only over the saved
     * copies, which the sign-out also deletes.
     */
    discardAll(userId: string): Promise<void> {
      return write('discard-all', async () => {
        const all = await listChanges(userId)
        await inSlices(all, (some) => changes.bulkDelete(some.map(({ seq }) => seq)))
        await batches.removeWhere((batch) => batch.userId === userId)
      })
    },
  }
}

function canBeDiscarded({ state }: Change): boolean {
  return state !== 'sending' && state !== 'acked'
}
