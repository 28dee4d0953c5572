import { useMemo } from 'react'
import { countPending, DEVICE_LISTINGS } from '#src/domain/listing/device-share.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { useListingFilters } from '#src/features/listings/filters/use-listing-filters.ts'
import { useOverlay } from '#src/outbox/use-outbox.ts'
import { findReadFreshness } from '#src/query-cache/read-freshness.ts'
import { useListings } from '#src/query-cache/use-listings.ts'
import { FRESH_MS } from '#src/query-cache/use-saved-read.ts'
import { useSeenBoard } from '#src/query-cache/use-seen-listing.ts'
import { useNow } from '#src/ui/use-now.ts'

const NONE: readonly Listing[] = []

/** The listings of review mode: all of them, or the board's until all are loaded; and those of the view in the address. */
export function useReviewListings() {
  const read = useListings()
  const nowMs = useNow()
  const board = useSeenBoard()
  const seen = read.value ? null : board
  const { rows, syncStatuses, findRow } = useOverlay(
    read.value ?? seen?.listings ?? NONE,
    seen ? seen.ackedBefore : read.ackedBefore,
  )
  // The same list as long as none leaves: a new status of a queued change then moves nothing in ten thousand listings.
  const staying = useMemo(() => {
    const isAnyLeaving = [...syncStatuses.values()].some(({ isLeaving }) => isLeaving)
    return isAnyLeaving ? rows.filter(({ id }) => !syncStatuses.get(id)?.isLeaving) : rows
  }, [rows, syncStatuses])
  const { reviewable, isFiltered, isUnknown } = useListingFilters({ rows: staying, syncStatuses })
  const inView = useMemo(
    () => (isFiltered ? new Set(reviewable.map(({ id }) => id)) : null),
    [reviewable, isFiltered],
  )
  const freshness = findReadFreshness(read, nowMs)
  return {
    rows,
    findRow,
    syncStatuses,
    /** The rows without the listings whose deletion is queued. */
    staying,
    /** The ids of the listings that pass the filters of the address; null without filters. */
    inView,
    freshness,
    /** True if `rows` has all listings, not only the board's. */
    isWhole: read.value !== undefined,
    /** Whether the device has a part of the listings. */
    isPart: read.partOf !== null,
    /** Whether pending listings are only on the server, because there are more than a device holds. */
    isQueueCut: read.partOf !== null && countPending(read.partOf) > DEVICE_LISTINGS,
    isLoading: isUnknown || (!read.value && read.failure === null),
    /** True while newer rows are on their way: a saved copy is shown for a moment before its refresh begins. */
    isOutdated: read.failure === null && (read.isReading || nowMs - read.readAt > FRESH_MS),
    refetch: read.refetch,
  }
}

export type ReviewListings = ReturnType<typeof useReviewListings>
