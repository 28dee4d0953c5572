import { type Change, type ChangeOrigin, isUnsent } from '#src/domain/change.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import type { ListingDecision } from '#src/domain/listing/listing-change.ts'
import type { ChosenReason } from '#src/domain/listing/rejection-reason.ts'
import type { ChangeOutcomes } from './change-outcomes.ts'
import { isSameChange } from './change-ref.ts'
import { isForPages } from './kinds/kinds.ts'
import type { OutboxStore } from './outbox-store.ts'
import type { OutboxView } from './outbox-view.ts'
import type { QueueOutcome } from './queue/queue-store.ts'

export interface UndoParts {
  openStore(): Promise<OutboxStore>
  view: Pick<OutboxView, 'hide' | 'get'>
  outcomes: Pick<ChangeOutcomes, 'publishUndone'>
  /** Deletes the content of a change that is kept elsewhere on this device: a listing with its files. */
  discardContent(change: Change): Promise<void>
  /** Queues the inverse of a sent decision; resolves to null if the person was asked something, and closed the question. */
  queueListing(
    listing: Pick<Listing, 'id' | 'name' | 'status' | 'version'>,
    action: ListingDecision,
    origin: ChangeOrigin,
  ): Promise<QueueOutcome | null>
}

/** A person's undo of one change. */
export function createUndoActions({ queueListing, ...parts }: UndoParts) {
  const { openStore, view, outcomes } = parts

  return {
    /**
     * Undoes a change: removes an unsent one, or queues the inverse of a sent status change. False if neither is
     * possible: a delete, a reason or an event's change was already sent, or the change was already undone; or if the
     * inverse needs a reason and gets none. `reason` is that of an inverse that rejects.
     */
    async undo(change: Change, reason?: ChosenReason): Promise<boolean> {
      const store = await openStore()
      if (await store.undoUnsent(change)) {
        view.hide(change)
        if (isForPages(change)) await parts.discardContent(change)
        outcomes.publishUndone(change, undefined)
        return true
      }
      const known = await findKnown(change)
      if (isLost(change, known)) return false
      if (change.entity !== 'listing' || change.action.kind !== 'status') return false
      const sent = {
        id: change.entityId,
        name: change.entityName,
        status: change.action.to,
        version: known?.ackedVersion ?? change.ackedVersion ?? change.baseVersion,
      }
      const why = change.from === 'rejected' && reason ? { reason } : {}
      const inverse = { kind: 'status', to: change.from, ...why } as const
      const queued = await queueListing(sent, inverse, change.origin)
      if (queued) outcomes.publishUndone(change, queued.change?.key)
      return queued !== null
    },

    /** Whether nothing is left to undo: the change was never sent, and this device does not have it any more. */
    isGone: async (change: Change): Promise<boolean> => isLost(change, await findKnown(change)),
  }

  /** The change as it is now. The page still knows a confirmed one that the store has dropped. */
  async function findKnown(given: Change): Promise<Change | undefined> {
    const stored = await (await openStore()).listChanges(given.userId)
    const confirmed = view.get().changes.filter(({ state }) => state === 'acked')
    return [...stored, ...confirmed].find((one) => isSameChange(one, given))
  }
}

function isLost(change: Change, known: Change | undefined): boolean {
  return known === undefined && isUnsent(change)
}
