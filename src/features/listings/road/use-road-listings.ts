import { useMemo } from 'react'
import type { RoadBatch } from '#src/domain/claim/road-batch.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { useOverlay } from '#src/outbox/use-outbox.ts'
import { useListings } from '#src/query-cache/use-listings.ts'

const NONE: readonly Listing[] = []

/** The listings of a batch, with the person's own decisions applied: `left` are those without a decision. */
export function useRoadListings({ listingIds }: RoadBatch) {
  const { value, ackedBefore } = useListings()
  const own = useMemo(
    () => value?.filter(({ id }) => listingIds.has(id)) ?? NONE,
    [value, listingIds],
  )
  const { rows } = useOverlay(own, ackedBefore)
  return { rows, left: rows.filter(({ status }) => status === 'pending') }
}
