import { useMemo } from 'react'
import type { Listing } from '#src/domain/listing/listing.ts'
import { useOverlay } from '#src/outbox/use-outbox.ts'
import { findReadFreshness } from '#src/query-cache/read-freshness.ts'
import { useListings } from '#src/query-cache/use-listings.ts'
import { useSeenBoard } from '#src/query-cache/use-seen-listing.ts'
import { useNow } from '#src/ui/use-now.ts'

const NONE: readonly Listing[] = []

/** The listings of review mode: all of them, or the board's until all are loaded. */
export function useReviewListings() {
  const read = useListings()
  const board = useSeenBoard()
  const seen = read.value ? null : board
  const { rows, syncStatuses } = useOverlay(
    read.value ?? seen?.listings ?? NONE,
    seen ? seen.ackedBefore : read.ackedBefore,
  )
  const staying = useMemo(
    () => rows.filter(({ id }) => !syncStatuses.get(id)?.isLeaving),
    [rows, syncStatuses],
  )
  const freshness = findReadFreshness(read, useNow())
  return {
    rows,
    syncStatuses,
    /** The rows without the listings whose deletion is queued. */
    staying,
    freshness,
    /** True if `rows` has all listings, not only the board's. */
    isWhole: read.value !== undefined,
    isLoading: !read.value && read.failure === null,
    refetch: read.refetch,
  }
}

export type ReviewListings = ReturnType<typeof useReviewListings>
