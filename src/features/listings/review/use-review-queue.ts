import { useMemo, useState } from 'react'
import { REVIEW_NEXT } from '#src/config/paths.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import {
  countOpen,
  type Decision,
  findNext,
  findUndoableDecision,
  listQueue,
  placeLabel,
} from './review-queue.ts'
import { useReviewListings } from './use-review-listings.ts'

/** The current queue, and the position in it of the listing in the URL. */
export function useReviewQueue<Made>(id: string, decisions: readonly Decision<Made>[]) {
  const listings = useReviewListings()
  const { rows, staying } = listings
  const [last, setLast] = useState<Shown>({ id, listing: null })
  const remembered = last.id === id ? last.listing : null
  // A URL with REVIEW_NEXT instead of an id keeps showing the same listing, even after it is decided or deleted.
  const shownId = id === REVIEW_NEXT ? remembered?.id : id
  const queue = useMemo(
    () => listQueue(staying, new Set([shownId ?? '', ...decisions.map((one) => one.listingId)])),
    [staying, shownId, decisions],
  )
  const shown = shownId ? rows.find((row) => row.id === shownId) : findNext(queue, null)
  const place = shown ?? remembered
  if (last.id !== id || last.listing !== place) setLast({ id, listing: place })

  const isLeaving = shown !== undefined && (listings.syncStatuses.get(shown.id)?.isLeaving ?? false)
  return {
    ...listings,
    queue,
    shown,
    /** The shown listing; if the list no longer has it, its last known state, so that its position is still known. */
    place,
    following: findNext(queue, place),
    placeText: shown ? placeLabel(queue, shown.id) : null,
    openCount: countOpen(queue),
    isDecidable: shown?.status === 'pending' && !isLeaving,
    /** The decision that Undo reverts. */
    undoableDecision: findUndoableDecision(decisions, rows),
  }
}

/** The listing last shown for an id in the URL. */
interface Shown {
  id: string
  listing: Listing | null
}
