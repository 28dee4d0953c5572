import { useMemo, useState } from 'react'
import { REVIEW_NEXT } from '#src/config/paths.ts'
import type { Listing } from '#src/domain/listing.ts'
import {
  countOpen,
  type Decision,
  findNext,
  findStanding,
  listQueue,
  placeWords,
} from './review-queue.ts'
import { useReviewListings } from './use-review-listings.ts'

/** The queue as it is now, and where in it the address is. */
export function useReviewQueue<Made>(id: string, decisions: readonly Decision<Made>[]) {
  const listings = useReviewListings()
  const queue = useMemo(
    () => listQueue(listings.staying, new Set([id, ...decisions.map((one) => one.listingId)])),
    [listings.staying, id, decisions],
  )
  const shown =
    id === REVIEW_NEXT ? findNext(queue, null) : listings.rows.find((row) => row.id === id)
  const place = useLast(id, shown)
  const isLeaving = shown !== undefined && (listings.marks.get(shown.id)?.isLeaving ?? false)
  return {
    ...listings,
    queue,
    shown,
    /** What is shown; of one that is gone what is remembered of it, so that its place is known still. */
    place,
    following: findNext(queue, place),
    placeText: shown ? placeWords(queue, shown.id) : null,
    openCount: countOpen(queue),
    isDecidable: shown?.status === 'pending' && !isLeaving,
    /** The decision that Undo takes back. */
    standing: findStanding(decisions, listings.rows),
  }
}

/** What was last shown under this id. */
function useLast(id: string, shown: Listing | undefined): Listing | null {
  const [last, setLast] = useState<{ id: string; listing: Listing | null }>({ id, listing: null })
  const listing = shown ?? (last.id === id ? last.listing : null)
  if (last.id !== id || last.listing !== listing) setLast({ id, listing })
  return listing
}
