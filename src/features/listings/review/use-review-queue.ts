import { useMemo, useState } from 'react'
import { REVIEW_NEXT } from '#src/config/paths.ts'
import { type QueuePlace, sayOrder, TURNS } from '#src/domain/due/queue-order.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { useClaimsState } from '#src/features/listings/claims/use-claim.ts'
import { makeQueueKeeper } from './queue-keeper.ts'
import {
  countSkipped,
  type Decision,
  findFollowing,
  findNext,
  findUndoableDecision,
  NO_TRAIL,
  placeLabel,
  visitOf,
  withKept,
} from './review-queue.ts'
import { useQueueOrder } from './use-queue-order.ts'
import { useReviewListings } from './use-review-listings.ts'

/**
 * The current queue, and the position in it of the listing in the URL. Until `isStarted`, REVIEW_NEXT stands for the first
 * listing of the newest rows; then it keeps the listing that it showed.
 */
export function useReviewQueue<Made>(
  id: string,
  decisions: readonly Decision<Made>[],
  isStarted: boolean,
) {
  const listings = useReviewListings()
  const { findRow, syncStatuses, staying, inView } = listings
  const { others, own } = useClaimsState()
  const { order, isOrderKnown, placeOf } = useQueueOrder()
  // What the person holds waits for somebody, such as the owner.
  const isTaken = (listingId: string) =>
    others.has(listingId) || typeof own.get(listingId)?.holdReason === 'string'
  const [last, setLast] = useState<Shown>({ id, listing: null, isFixed: false })
  const remembered = last.id === id ? last.listing : null
  // A URL with REVIEW_NEXT instead of an id keeps showing the same listing, even after it is decided or deleted; but not
  // the first one of an old copy when the newest rows arrive.
  const isFixed = isStarted || (!listings.isOutdated && isOrderKnown)
  const isKept = isFixed && last.isFixed
  const shownId = id === REVIEW_NEXT ? (isKept ? remembered?.id : undefined) : id
  const [trail, setTrail] = useState(NO_TRAIL)
  const [keepQueue] = useState(() => makeQueueKeeper<Listing>())
  const waiting = useMemo(
    () => keepQueue(inView ? staying.filter(({ id: one }) => inView.has(one)) : staying, placeOf),
    [keepQueue, staying, inView, placeOf],
  )
  /** The rule of the order, as the screen prints it. */
  const rule = useMemo(
    () =>
      sayOrder(
        order,
        waiting.waiting.some(({ assigneeId }) => assigneeId),
      ),
    [order, waiting],
  )
  const queue = useMemo(() => {
    const retained = new Set([shownId ?? '', ...decisions.map((one) => one.listingId)])
    const rows = [...retained].flatMap((one) => findRow(one) ?? [])
    return withKept(
      waiting,
      rows.filter((row) => !syncStatuses.get(row.id)?.isLeaving),
    )
  }, [waiting, findRow, syncStatuses, shownId, decisions])
  const shown = shownId ? findRow(shownId) : findNext(queue, null, isTaken)
  const place = shown ?? remembered
  if (last.id !== id || last.listing !== place || last.isFixed !== isFixed)
    setLast({ id, listing: place, isFixed })
  if (shown && isFixed && !trail.seen.has(visitOf(shown)))
    setTrail({ ...trail, seen: new Set(trail.seen).add(visitOf(shown)) })
  const following = findFollowing(queue, place, trail, isTaken)

  const undoableDecision = useMemo(() => findUndoableDecision(decisions, queue), [decisions, queue])
  const isLeaving = shown !== undefined && (syncStatuses.get(shown.id)?.isLeaving ?? false)
  return {
    ...listings,
    queue,
    rule,
    shown,
    /** The shown listing; if the list no longer has it, its last known state, so that its position is still known. */
    place,
    following: following.row,
    /** Call it before `following` is shown. */
    noteFollowing() {
      const { row, resumeAt } = following
      if (row && resumeAt)
        setTrail((now) => ({ ...now, resumeAt: new Map(now.resumeAt).set(row.id, resumeAt) }))
    },
    /** Why the shown listing is shown out of its order; null if it is not. */
    cameNext: shown && trail.resumeAt.has(shown.id) ? whyNext(queue.placeOf(shown)) : null,
    /** Whether a new answer of the server leaves the shown listing in its place. */
    isFixed,
    placeText: shown ? placeLabel(queue, shown) : null,
    /** The pending listings that are passed over: others review them, or the person holds them. */
    listTaken: () => queue.waiting.filter(({ id: one }) => isTaken(one)),
    openCount: queue.waiting.length,
    countSkipped: () => countSkipped(queue, trail),
    isDecidable: shown?.status === 'pending' && !isLeaving,
    /** The decision that Undo reverts. */
    undoableDecision,
  }
}

function whyNext({ turn }: QueuePlace): 'assigned' | 'resubmitted' {
  return turn === TURNS.mine ? 'assigned' : 'resubmitted'
}

/** The id in the URL at the last render, and the listing that was shown for it. */
interface Shown {
  id: string
  listing: Listing | null
  isFixed: boolean
}
