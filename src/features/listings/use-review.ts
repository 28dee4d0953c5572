import { useEffect, useMemo, useRef, useState } from 'react'
import { REVIEW_END, REVIEW_NEXT } from '#src/config/paths.ts'
import type { Change } from '#src/domain/change.ts'
import type { Listing } from '#src/domain/listing.ts'
import { displayName } from '#src/domain/text.ts'
import { useListingActions, useOutbox } from '#src/sync/use-sync.ts'
import { showNotSaved } from '#src/ui/not-saved-toast.ts'
import { takeBack } from '#src/ui/take-back.ts'
import { useSettled } from '#src/ui/use-settled.ts'
import {
  countOpen,
  type Decision,
  findNext,
  findPrevious,
  findStanding,
  listQueue,
  placeWords,
} from './review-queue.ts'
import { useReviewListings } from './use-review-listings.ts'

/** Nobody has looked at a listing sooner: the second tap of a double tap was meant for the one before. */
const SETTLE_MS = 350

export type Verdict = Decision<unknown>['to']

/** A listing on its way out of sight. */
export interface Departure {
  listing: Listing
  to: Verdict
  /** How far aside a finger had moved it, in CSS pixels. */
  fromX: number
}

/** Goes through what wants a decision. `id` is what the address names, `onMove` names another. */
export function useReview(id: string, onMove: (id: string) => void) {
  const listings = useReviewListings()
  const actions = useListingActions('board', showNotSaved)
  const outbox = useOutbox()
  const [decisions, setDecisions] = useState<readonly Decision<Change | null>[]>([])
  const [departure, setDeparture] = useState<Departure | null>(null)
  const [said, say] = useState('')
  const [deciding, setDeciding] = useState<string | null>(null)
  const isBusy = useRef(false)
  const shownAt = useRef<string | null>(id)

  const queue = useMemo(
    () => listQueue(listings.staying, new Set([id, ...decisions.map((one) => one.listingId)])),
    [listings.staying, id, decisions],
  )
  const shown =
    id === REVIEW_NEXT ? findNext(queue, null) : listings.rows.find((row) => row.id === id)
  // One that is gone has its place in the order still.
  const place = useLast(id, shown)
  const isReady = useSettled(shown?.id ?? id, SETTLE_MS)
  const standing = findStanding(decisions, listings.rows)
  const isDecidable = shown?.status === 'pending' && !listings.marks.get(shown.id)?.isLeaving

  useEffect(() => {
    if (id === REVIEW_NEXT && shown) onMove(shown.id)
  })
  useEffect(() => {
    shownAt.current = id
    return () => {
      shownAt.current = null
    }
  }, [id])

  function moveTo(target: Listing | undefined, deed: string) {
    say(target ? `${deed} ${placeWords(queue, target.id)}.` : `${deed} That was the last one.`)
    onMove(target?.id ?? REVIEW_END)
  }

  async function decide(to: Verdict, fromX = 0): Promise<boolean> {
    if (!shown || !isDecidable || !isReady || isBusy.current) return false
    isBusy.current = true
    setDeciding(shown.id)
    const outcome = await actions.decide(shown, to)
    setDeciding(null)
    isBusy.current = false
    // Whoever left meanwhile is not called back.
    if (!outcome || shownAt.current !== id) return outcome !== null
    setDecisions((now) => [...now, { listingId: shown.id, to, made: outcome.change }])
    setDeparture({ listing: shown, to, fromX })
    const deed = to === 'approved' ? 'Accepted' : 'Rejected'
    moveTo(findNext(queue, shown), `${deed}: ${displayName(shown.name)}.`)
    return true
  }

  async function undo(): Promise<void> {
    if (!standing || isBusy.current) return
    const listing = listings.rows.find((row) => row.id === standing.listingId)
    if (!listing) return
    const { made } = standing
    isBusy.current = true
    // A decision that led back to what the server has left nothing behind that could be undone.
    const isBack = made
      ? await takeBack(() => outbox.undo(made))
      : (await actions.decide(listing, 'pending')) !== null
    isBusy.current = false
    if (!isBack || shownAt.current !== id) return
    setDecisions((now) => now.filter((one) => one !== standing))
    setDeparture(null)
    say(`Undone: ${displayName(listing.name)}. ${placeWords(queue, listing.id)}.`)
    onMove(listing.id)
  }

  function skip() {
    if (id === REVIEW_END) return
    setDeparture(null)
    moveTo(findNext(queue, place), 'Skipped.')
  }

  function goBack() {
    const target = findPrevious(queue, id === REVIEW_END ? null : place)
    setDeparture(null)
    if (target) moveTo(target, 'Back.')
    else say('There is none before it.')
  }

  return {
    ...listings,
    shown,
    departure,
    said,
    isReady,
    isDecidable,
    /** The press is known, the device is writing it down. */
    isDeciding: shown !== undefined && deciding === shown.id,
    canUndo: standing !== undefined,
    place: shown ? placeWords(queue, shown.id) : null,
    following: findNext(queue, place),
    openCount: countOpen(queue),
    total: queue.length,
    decide,
    undo,
    skip,
    goBack,
  }
}

export type Review = ReturnType<typeof useReview>

/** What was last shown under this id. */
function useLast(id: string, shown: Listing | undefined): Listing | null {
  const [last, setLast] = useState<{ id: string; listing: Listing | null }>({ id, listing: null })
  const listing = shown ?? (last.id === id ? last.listing : null)
  if (last.id !== id || last.listing !== listing) setLast({ id, listing })
  return listing
}
