import { useContext, useMemo, useSyncExternalStore } from 'react'
import { type ChangeCounts, type ChangeOrigin, countChanges } from '#src/domain/change.ts'
import type { Listing, ListingStatus } from '#src/domain/listing.ts'
import type { ListingAction } from '#src/domain/listing-change.ts'
import type { QueueOutcome } from '#src/storage/queue-store.ts'
import type { Reachability } from './connectivity.ts'
import type { Outbox } from './outbox.ts'
import type { OutboxSnapshot } from './outbox-view.ts'
import { foldChanges, type Overlay } from './overlay.ts'
import { SyncContext, type SyncParts } from './sync-context.ts'

export function useSyncParts(): SyncParts {
  const parts = useContext(SyncContext)
  if (!parts) throw new Error('useSyncParts needs a SyncContext around it')
  return parts
}

/** What a person can do with changes. */
export function useOutbox(): Outbox {
  return useSyncParts().outbox
}

export function useOutboxSnapshot(): OutboxSnapshot {
  const { view } = useSyncParts()
  return useSyncExternalStore(view.subscribe, view.get)
}

export function useChangeCounts(): ChangeCounts {
  const { changes } = useOutboxSnapshot()
  return useMemo(() => countChanges(changes), [changes])
}

export function useReachability(): Reachability {
  const { connectivity } = useSyncParts()
  return useSyncExternalStore(connectivity.subscribe, connectivity.get)
}

/** Listings as the operator should see them: the server's rows with their own changes over them. */
export function useOverlay(rows: readonly Listing[], ackedBefore: number): Overlay {
  const { changes } = useOutboxSnapshot()
  return useMemo(() => foldChanges(rows, changes, ackedBefore), [rows, changes, ackedBefore])
}

export interface ListingActions {
  /** Null when the device could not keep it. */
  decide(listing: Listing, to: ListingStatus): Promise<QueueOutcome | null>
  remove(listing: Listing): Promise<QueueOutcome | null>
}

/** Decisions of a screen. A change that the device cannot keep is said by `onNotSaved`, and nothing is shown or sent. */
export function useListingActions(
  origin: ChangeOrigin,
  onNotSaved: (error: unknown) => void,
): ListingActions {
  const { outbox } = useSyncParts()
  return useMemo(() => {
    const queue = async (listing: Listing, action: ListingAction) => {
      try {
        return await outbox.queueListing(listing, action, origin)
      } catch (error) {
        onNotSaved(error)
        return null
      }
    }
    return {
      decide: (listing, to) => queue(listing, { kind: 'status', to }),
      remove: (listing) => queue(listing, { kind: 'delete' }),
    }
  }, [outbox, origin, onNotSaved])
}
