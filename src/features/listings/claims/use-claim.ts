import { useSyncExternalStore } from 'react'
import type { ListingClaim } from '#src/domain/claim/claim.ts'
import type { RoadBatch } from '#src/domain/claim/road-batch.ts'
import type { ClaimsState } from '#src/outbox/claim-questions.ts'
import { useOutbox } from '#src/outbox/use-outbox.ts'

export function useClaimsState(): ClaimsState {
  const { claims } = useOutbox()
  return useSyncExternalStore(claims.subscribe, claims.get)
}

/** Who reviews the listing, if it is somebody else; null if nobody is known to. */
export function useOthersClaim(listingId: string): ListingClaim | null {
  const { claims } = useOutbox()
  return useSyncExternalStore(claims.subscribe, () => claims.get().others.get(listingId) ?? null)
}

/** The signed-in person's own claim of the listing; null without. */
export function useOwnClaim(listingId: string): ListingClaim | null {
  const { claims } = useOutbox()
  return useSyncExternalStore(claims.subscribe, () => claims.get().own.get(listingId) ?? null)
}

/** What the person has reserved for the road; null without, undefined until the device has looked. */
export function useRoadBatch(): RoadBatch | null | undefined {
  const { claims } = useOutbox()
  return useSyncExternalStore(claims.subscribe, () => claims.get().road)
}
