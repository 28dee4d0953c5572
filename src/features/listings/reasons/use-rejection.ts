import { useQuery } from '@tanstack/react-query'
import { findRejection } from '#src/api/team/reasons-api.ts'
import type { Change, ChangeOrigin, ListingChange } from '#src/domain/change.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import type { ChosenReason } from '#src/domain/listing/rejection-reason.ts'
import { useOutboxSnapshot } from '#src/outbox/use-outbox.ts'
import { useUserId } from '#src/session/use-session.ts'

/** The rejection that a reason explains. */
export interface Rejection extends Pick<ListingChange, 'key' | 'entityId' | 'entityName'> {
  origin: ChangeOrigin
  /**
   * The reason given so far; null if none is known. For this device's own rejection, reasons given on other devices are
   * not known.
   */
  given: ChosenReason | null
}

export interface RejectionView {
  /** Null when the listing is not rejected, its rejection accepts no reason, or the rejection is not loaded. */
  rejection: Rejection | null
  isLoading: boolean
  /** True if the rejection must come from the server and could not be loaded. */
  isUnavailable: boolean
}

/** The current rejection of a listing: this device's own, which can be explained offline, else the server's. */
export function useRejection(id: string, listing: Listing | undefined): RejectionView {
  const { changes, state } = useOutboxSnapshot()
  const userId = useUserId()
  const own = findOwnRejection(changes, id, listing?.version ?? null)
  const query = useQuery({
    queryKey: ['found', userId, id, 'rejection'],
    queryFn: ({ signal }) => findRejection(id, signal),
    enabled: own === undefined && state !== 'loading',
    staleTime: 0,
    gcTime: 0,
  })
  if (own !== undefined) return { rejection: own, isLoading: false, isUnavailable: false }
  const stored = query.data ?? null
  return {
    rejection: stored && {
      key: stored.changeKey,
      entityId: id,
      entityName: listing?.name ?? null,
      origin: 'board',
      given: stored.reason,
    },
    isLoading: query.isPending && query.fetchStatus !== 'paused',
    isUnavailable: query.isError || query.fetchStatus === 'paused',
  }
}

/**
 * This device's own rejection. Undefined when this device decided nothing, or the listing has changed since this
 * device's decision. Null when the last decision of this device is not a rejection that accepts a reason.
 */
export function findOwnRejection(
  changes: readonly Change[],
  id: string,
  version: number | null,
): Rejection | null | undefined {
  const own = changes.filter((change) => change.entity === 'listing' && change.entityId === id)
  const last = own.findLast(({ action }) => action.kind !== 'reason')
  if (last?.entity !== 'listing') return undefined
  const { action, key, entityId, entityName, origin, ackedVersion } = last
  if (version !== null && ackedVersion !== null && version > ackedVersion) return undefined
  if (action.kind !== 'status' || action.to !== 'rejected' || !last.isKeyed) return null
  return { key, entityId, entityName, origin, given: findGiven(own, key) ?? action.reason ?? null }
}

function findGiven(changes: readonly Change[], key: string): Rejection['given'] {
  const reasons = changes.flatMap(({ action }) => (action.kind === 'reason' ? [action] : []))
  return reasons.findLast(({ changeKey }) => changeKey === key) ?? null
}
