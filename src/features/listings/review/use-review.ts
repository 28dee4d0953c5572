import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { REVIEW_END, REVIEW_NEXT } from '#src/config/paths.ts'
import type { Change } from '#src/domain/change.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { displayName } from '#src/domain/text.ts'
import { useSession } from '#src/session/use-session.ts'
import { useSettled } from '#src/ui/form/use-settled.ts'
import { type Decision, findPrevious, placeLabel } from './review-queue.ts'
import { useReviewPlace } from './use-review-place.ts'
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

interface ReviewDecision extends Decision<Change | null> {
  /** Whether the device has stored it. */
  isStored: boolean
}

/** Steps through the pending listings. `urlId` is the id in the URL; `onMove` changes it. */
export function useReview(urlId: string, onMove: (id: string) => void) {
  const [id, goTo] = useReviewPlace(urlId, onMove)
  const [decisions, setDecisions] = useState<readonly ReviewDecision[]>([])
  const [departure, setDeparture] = useState<Departure | null>(null)
  const [said, say] = useState('')
  const isStarted = useTouched()
  const readerId = useSession()?.account?.id
  const queued = useReviewQueue(id, decisions, isStarted)
  const { queue, shown, place, undoableDecision } = queued
  const write = useReviewWriting(shown?.id ?? id)
  const isReady = useSettled(shown?.id ?? id, SETTLE_MS) && !write.isWriting
  /** The listing that the queue gave, and the person did not choose. */
  const given = useRef<string | null>(null)
  useEffect(() => {
    if (id === REVIEW_NEXT && !isStarted && shown) given.current = shown.id
  })

  /** Whether a decision is being stored or taken back, and `decisions` does not have the result yet. */
  const isChanging = useRef(false)
  /** How often Undo was pressed meanwhile. Each press takes back one decision, when it is known which one is the last. */
  const wantedUndos = useRef(0)
  useEffect(() => {
    if (wantedUndos.current === 0 || isChanging.current) return
    wantedUndos.current -= 1
    void undo()
  })

  const shownNow = useRef(id)
  useLayoutEffect(() => {
    shownNow.current = id
  })
  useNaming(id === REVIEW_NEXT && shown && queued.isFixed ? shown.id : null, goTo)

  function moveTo(target: Listing | undefined, leaving: Departure | null = null) {
    given.current = null
    setDeparture(leaving)
    goTo(target?.id ?? REVIEW_END)
  }

  function announce(act: string, target: Listing | undefined) {
    say(target ? `${act} ${placeLabel(queue, target)}.` : `${act} That was the last one.`)
  }

  function moveOn(leaving: Departure | null = null) {
    queued.noteFollowing()
    moveTo(queued.following, leaving)
    given.current = queued.following?.id ?? null
  }

  function pass(act: string) {
    moveOn()
    announce(act, queued.following)
  }

  /** Somebody was faster, by seconds. What the person has chosen or begun stays in its place. */
  function passOver(listingId: string) {
    if (given.current === listingId && !write.isWriting) pass('Somebody else reviews this one.')
  }

  /**
   * Shows the next listing at once, and says that the shown one is decided when that is stored. If the device cannot store
   * it, the review goes back to it.
   */
  async function decide(to: ReviewVerdict, fromX = 0): Promise<boolean> {
    if (!shown || !queued.isDecidable || !isReady) return false
    const leaving = { listing: shown, to, fromX }
    const next = queued.following
    const isAtOnce = write.isAtOnce(shown, to)
    isChanging.current = true
    const storing = write.decide(shown, to)
    const decision: ReviewDecision = {
      listingId: shown.id,
      to,
      made: null,
      isStored: false,
    }
    if (isAtOnce) {
      setDecisions((now) => [...now, decision])
      moveOn(leaving)
    }
    const { isSaved, change, isStillHere } = await storing
    noteChanged(isSaved)
    setDecisions((now) => [
      ...now.filter((one) => one !== decision),
      ...(isSaved ? [{ ...decision, made: change, isStored: true }] : []),
    ])
    if (!isSaved) {
      if (isAtOnce && shownNow.current === (next?.id ?? REVIEW_END)) moveTo(shown)
      return false
    }
    if (!isAtOnce && isStillHere) moveOn(leaving)
    if (isAtOnce || isStillHere)
      announce(`${VERDICT_LABELS[to]}: ${displayName(shown.name)}.`, next)
    return true
  }

  /** A press of Undo was about a change that was not stored, so it is not about an earlier one. */
  function noteChanged(isSaved: boolean) {
    isChanging.current = false
    if (!isSaved) wantedUndos.current = 0
  }

  async function undo(): Promise<void> {
    if (isChanging.current) {
      wantedUndos.current += 1
      return
    }
    const listing = undoableDecision && queued.findRow(undoableDecision.listingId)
    if (!undoableDecision || !listing) return
    isChanging.current = true
    const { isSaved, isStillHere } = await write.undo(undoableDecision.made, listing)
    noteChanged(isSaved)
    if (!isSaved) return
    setDecisions((now) => now.filter((one) => one !== undoableDecision))
    if (!isStillHere) return
    moveTo(listing)
    announce(`Undone: ${displayName(listing.name)}.`, listing)
  }

  function skip() {
    if (id !== REVIEW_END) pass('Skipped.')
  }

  function goBack() {
    const target = findPrevious(queue, id === REVIEW_END ? null : place)
    if (!target) return say('There is none before it.')
    moveTo(target)
    announce('Back.', target)
  }

  const latest = decisions.at(-1)
  return {
    ...queued,
    /** The decision that a reason explains, also while it is being stored: people press R and the number of a reason at once. */
    explained: latest && !latest.isStored ? latest : undoableDecision,
    departure,
    said,
    isReady,
    isDecidedHere: (listingId: string) => decisions.some((one) => one.listingId === listingId),
    passOver,
    /** True while a decision is being stored. */
    isBeingDecided: write.isWriting,
    decide,
    undo,
    /** Goes on after the shown listing was held or handed over. */
    passKept: pass,
    /** After the shown listing was assigned: to somebody else, the review goes on. */
    noteAssigned(personId: string | null, said: string) {
      if (personId !== null && personId !== readerId) pass(said)
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
    if (isTouched) return
    const note = () => setTouched(true)
    const presses = ['keydown', 'pointerdown', 'wheel'] as const
    for (const press of presses) window.addEventListener(press, note, { capture: true })
    return () => {
      for (const press of presses) window.removeEventListener(press, note, { capture: true })
    }
  }, [isTouched])
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
