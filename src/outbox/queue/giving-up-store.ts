import { type Change, type ListingChange, listBehind } from '#src/domain/change.ts'
import type { OutboxDatabase } from '#src/storage/outbox-database.ts'
import { listMeaningless } from './change-rules.ts'
import type { OutboxTransaction } from './outbox-transaction.ts'

// How a person gives changes up. What is being sent or confirmed cannot be: it may have its effect, or has it.

export function createGivingUpStore(
  { changes }: OutboxDatabase,
  { write, listChanges, findChange }: OutboxTransaction,
) {
  return {
    /**
     * A person gives a change up; false when it is being sent, or settled meanwhile. What waits behind it on the same
     * record is a decision of its own and stays, except where it means nothing without it: an edit of an event that is
     * never made.
     */
    discardChange(seq: number): Promise<boolean> {
      return write('discard', async () => {
        const stored = await findChange(seq)
        if (!stored || !canBeGivenUp(stored)) return false
        const all = await listChanges(stored.userId)
        await changes.bulkDelete([seq, ...listMeaningless(all, stored).map((change) => change.seq)])
        const [next] = listBehind(all, stored)
        const rooted = next && onWhatWasThere(next, stored)
        if (rooted) await changes.put(rooted)
        return true
      })
    },

    /**
     * "Keep theirs": the other side's change stands, so the person's own goes, and with it what they decided about the
     * same record on top of it: sent, that would undo the choice. False when it is no conflict any more.
     */
    keepTheirs(seq: number): Promise<boolean> {
      return write('keep-theirs', async () => {
        const stored = await findChange(seq)
        if (stored?.state !== 'conflict') return false
        const behind = listBehind(await listChanges(stored.userId), stored).filter(canBeGivenUp)
        await changes.bulkDelete([seq, ...behind.map((change) => change.seq)])
        return true
      })
    },

    /** Gives up every change of a person that is not confirmed (sign-out, third choice). */
    discardAll(userId: string): Promise<void> {
      return write('discard-all', async () => {
        const all = await listChanges(userId)
        await changes.bulkDelete(all.map((change) => change.seq))
      })
    },
  }
}

function canBeGivenUp({ state }: Change): boolean {
  return state !== 'sending' && state !== 'acked'
}

/** Undo of a decision must not go back to what a discarded one would have made. */
function onWhatWasThere(next: Change, discarded: Change): ListingChange | null {
  const isOnTop = next.entity === 'listing' && discarded.entity === 'listing'
  return isOnTop ? { ...next, from: discarded.from } : null
}
