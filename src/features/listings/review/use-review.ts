import { useEffect, useRef, useState } from 'react'
import { REVIEW_END, REVIEW_NEXT } from '#src/config/paths.ts'
import type { Change } from '#src/domain/change.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { displayName } from '#src/domain/text.ts'
import { useReviewClaim } from '#src/features/listings/claims/use-review-claim.ts'
import { useSession } from '#src/session/use-session.ts'
import { useSettled } from '#src/ui/form/use-settled.ts'
import { type Decision, findPrevious, placeLabel } from './review-queue.ts'
import { useReviewQueue } from './use-review-queue.ts'
import { useReviewWriting } from './use-review-writing.ts'

/** A listing cannot be decided until it was shown this long, so that a double tap decides only one listing. */
const SETTLE_MS = 350

export type ReviewVerdict = Decision<unknown>['to']

/** The decided listing, which animates out. */
export interface Departure {
  listing: Listing
  to: ReviewVerdict
  /** How far a finger had moved the card sideways, in CSS pixels. */
  fromX: number
}

/** Steps through the pending listings. `id` is the id in the URL; `onMove` changes it. */
export function useReview(id: string, onMove: (id: string) => void) {
  const [decisions, setDecisions] = useState<readonly Decision<Change | null>[]>([])
  const [departure, setDeparture] = useState<Departure | null>(null)
  const [said, say] = useState('')
  const isStarted = useTouched()
  const readerId = useSession()?.account?.id
  const queued = useReviewQueue(id, decisions, isStarted)
  const { queue, shown, place, undoableDecision } = queued
  const isReady = useSettled(shown?.id ?? id, SETTLE_MS)
  const write = useReviewWriting(shown?.id ?? id)
  /** The listing that the queue gave, and the person did not choose. */
  const given = useRef<string | null>(null)
  useEffect(() => {
    if (id === REVIEW_NEXT && !isStarted && shown) given.current = shown.id
  })
  useReviewClaim({
    listing: shown,
    isDecided: (listingId) => decisions.some((one) => one.listingId === listingId),
    onTaken: passOver,
  })

  // The decided listing stays in the URL until the navigation renders.
  const isGoing = departure !== null && departure.listing.id === shown?.id
  const movingFrom = useRef<string | null>(null)
  useEffect(() => {
    if (movingFrom.current !== id) movingFrom.current = null
  })
  useNaming(id === REVIEW_NEXT && shown && queued.isFixed ? shown.id : null, (shownId) => {
    // The navigation of a decision or a skip may not have rendered yet.
    if (movingFrom.current !== id) onMove(shownId)
  })

  function moveTo(
    target: Listing | undefined,
    announcement: string,
    leaving: Departure | null = null,
  ) {
    setDeparture(leaving)
    say(
      target
        ? `${announcement} ${placeLabel(queue, target)}.`
        : `${announcement} That was the last one.`,
    )
    movingFrom.current = id
    given.current = null
    onMove(target?.id ?? REVIEW_END)
  }

  function moveOn(announcement: string, leaving: Departure | null = null) {
    queued.noteFollowing()
    moveTo(queued.following, announcement, leaving)
    given.current = queued.following?.id ?? null
  }

  /** Somebody was faster, by seconds. What the person has chosen or begun stays in its place. */
  function passOver(listingId: string) {
    if (given.current === listingId && !write.isWriting) moveOn('Somebody else reviews this one.')
  }

  async function decide(to: ReviewVerdict, fromX = 0): Promise<boolean> {
    if (!shown || !queued.isDecidable || !isReady || isGoing) return false
    const made = await write.decide(shown, to)
    if (!made.isSaved) return false
    setDecisions((now) => [...now, { listingId: shown.id, to, made: made.change }])
    const announcement = `${VERDICT_LABELS[to]}: ${displayName(shown.name)}.`
    if (made.isStillHere) moveOn(announcement, { listing: shown, to, fromX })
    return true
  }

  async function undo(): Promise<void> {
    const listing = queued.rows.find((row) => row.id === undoableDecision?.listingId)
    if (!undoableDecision || !listing) return
    const { isSaved, isStillHere } = await write.undo(undoableDecision.made, listing)
    if (!isSaved) return
    setDecisions((now) => now.filter((one) => one !== undoableDecision))
    if (isStillHere) moveTo(listing, `Undone: ${displayName(listing.name)}.`)
  }

  function skip() {
    if (id !== REVIEW_END) moveOn('Skipped.')
  }

  function goBack() {
    const target = findPrevious(queue, id === REVIEW_END ? null : place)
    if (target) moveTo(target, 'Back.')
    else say('There is none before it.')
  }

  return {
    ...queued,
    departure: isGoing ? null : departure,
    said,
    isReady,
    /** True while the decision is being stored, and until the next listing is shown. */
    isBeingDecided: isGoing || write.isWriting,
    decide,
    undo,
    /** Goes on after the shown listing was held or handed over. */
    passKept: (announcement: string) => moveOn(announcement),
    /** After the shown listing was assigned: to somebody else, the review goes on. */
    noteAssigned(personId: string | null, said: string) {
      if (personId !== null && personId !== readerId) moveOn(said)
      else say(said)
    },
    skip,
    goBack,
  }
}

export type Review = ReturnType<typeof useReview>

const VERDICT_LABELS: Record<ReviewVerdict, string> = { approved: 'Accepted', rejected: 'Rejected' }

/** True from the first press of a key, button or finger: nothing may change under it any more. */
function useTouched(): boolean {
  const [isTouched, setTouched] = useState(false)
  useEffect(() => {
    const note = () => setTouched(true)
    const presses = ['keydown', 'pointerdown', 'wheel'] as const
    for (const press of presses) window.addEventListener(press, note, { capture: true })
    return () => {
      for (const press of presses) window.removeEventListener(press, note, { capture: true })
    }
  }, [])
  return isTouched
}

/** Puts the shown listing's id into the URL, only once per listing: a repetition could undo the person's navigation. */
function useNaming(shownId: string | null, onMove: (id: string) => void): void {
  const named = useRef<string | null>(null)
  useEffect(() => {
    if (shownId !== null && shownId !== named.current) onMove(shownId)
    named.current = shownId
  })
}
