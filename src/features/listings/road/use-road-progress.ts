import { skipToken, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { RoadBatch } from '#src/domain/claim/road-batch.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import type { RoadSaving } from './road-copies.ts'
import { type RoadProgress, roadProgressKey } from './road-keeping.ts'
import { roadWishes } from './road-wishes.ts'

/** What is saved of the listings that are left, as the keeper last reported. */
export function useRoadProgress(
  { batchId }: RoadBatch,
  left: readonly Listing[],
): { progress: RoadProgress | null; saving: RoadSaving } {
  const { data } = useQuery<RoadProgress>({
    queryKey: roadProgressKey(batchId),
    queryFn: skipToken,
    structuralSharing: false, // a Map
  })
  const { videosOf } = useSyncExternalStore(roadWishes.subscribe, roadWishes.get)
  const copies = left.flatMap(({ id }) => data?.copies.get(id) ?? [])
  const saving: RoadSaving = {
    // Until all are looked up, nothing is said.
    copies: copies.length === left.length ? copies : [],
    isSaving: data?.isSaving ?? false,
    trouble: data?.trouble ?? null,
    hasVideos: videosOf === batchId,
  }
  return { progress: data ?? null, saving }
}
