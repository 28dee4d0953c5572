import { createContext, useContext, useMemo, useSyncExternalStore } from 'react'
import { type ChangeCounts, type ChangeOrigin, countChanges } from '#src/domain/change.ts'
import type { Listing, ListingStatus } from '#src/domain/listing/listing.ts'
import type { ListingDecision } from '#src/domain/listing/listing-change.ts'
import type { UserSource } from '#src/session/session-store.ts'
import type { StoragePersistence } from '#src/storage/storage-persistence.ts'
import type { ChangeOutcomes } from './change-outcomes.ts'
import type { Connectivity, Reachability } from './connectivity.ts'
import type { UploadsPlace } from './kinds/posting/page-uploads.ts'
import type { Outbox } from './outbox.ts'
import type { OutboxSnapshot, OutboxView } from './outbox-view.ts'
import { foldChanges, type Overlay } from './overlay/overlay.ts'
import type { QueueOutcome } from './queue/queue-store.ts'

/** The services behind the outbox hooks; src/app provides them. */
export interface OutboxServices {
  outbox: Outbox
  view: OutboxView
  outcomes: ChangeOutcomes
  connectivity: Connectivity
  user: UserSource
  persistence: StoragePersistence
  uploads: UploadsPlace
}

export const OutboxContext = createContext<OutboxServices | null>(null)

export function useOutboxParts(): OutboxServices {
  const parts = useContext(OutboxContext)
  if (!parts) throw new Error('useOutboxParts needs an OutboxContext around it')
  return parts
}

/** The user's actions on changes. */
export function useOutbox(): Outbox {
  return useOutboxParts().outbox
}

export function useOutboxSnapshot(): OutboxSnapshot {
  const { view } = useOutboxParts()
  return useSyncExternalStore(view.subscribe, view.get)
}

export function useChangeCounts(): ChangeCounts {
  const { changes } = useOutboxSnapshot()
  return useMemo(() => countChanges(changes), [changes])
}

export function useReachability(): Reachability {
  const { connectivity } = useOutboxParts()
  return useSyncExternalStore(connectivity.subscribe, connectivity.get)
}

/** Listings for display: the server's rows with the operator's changes applied. */
export function useOverlay(rows: readonly Listing[], ackedBefore: number): Overlay {
  const { changes } = useOutboxSnapshot()
  return useMemo(() => foldChanges(rows, changes, ackedBefore), [rows, changes, ackedBefore])
}

export interface ListingActions {
  /** Resolves to null when the device could not store the decision, or when it needs a reason and got none. */
  decide(listing: Listing, to: ListingStatus): Promise<QueueOutcome | null>
  remove(listing: Listing): Promise<QueueOutcome | null>
}

/**
 * A screen's actions on listings. `onNotSaved` reports a change that the device cannot store; nothing is shown or sent.
 */
export function useListingActions(
  origin: ChangeOrigin,
  onNotSaved: (error: unknown) => void,
): ListingActions {
  const { outbox } = useOutboxParts()
  return useMemo(() => {
    const queue = async (listing: Listing, action: ListingDecision) => {
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
