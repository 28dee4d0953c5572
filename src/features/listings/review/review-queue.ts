import {
  comparePlaces,
  FIRST_ORDER,
  makePlaceOf,
  type PlaceOf,
  type QueuedListing,
  type QueuePlace,
  TURNS,
} from '#src/domain/due/queue-order.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { groupIndian } from '#src/domain/money.ts'
import { oncePerList } from '#src/domain/once-per-list.ts'

// The queue of review, in the order that the owner of the panel has set (`placeOf`). A position in the queue is a listing,
// not an index, so it stays valid when listings are decided elsewhere, deleted, or posted meanwhile.

type Posted = QueuedListing
type Queued = Posted & Pick<Listing, 'status'>

/**
 * The queue of review. Each step of a review asks it several times, and it may have ten thousand listings: so it is sorted
 * once for a list, and places in it are found by halving.
 */
export interface ReviewQueue<Row extends Queued> {
  /** The pending listings, in their order. */
  waiting: readonly Row[]
  /** The places of `waiting`. */
  places: readonly QueuePlace[]
  /** The waiting listings that come next if a review has passed their places: resubmitted, or assigned to the reviewer. */
  urgent: readonly Row[]
  /** Listings that keep their places though they wait no more: decided here, or in view when another person decided them. */
  kept: readonly Row[]
  placeOf: PlaceOf
}

/** @param placeOf by default resubmitted listings first, then the oldest */
export function makeQueue<Row extends Queued>(
  listings: readonly Row[],
  placeOf: PlaceOf = FIRST_PLACES,
): ReviewQueue<Row> {
  const placed = placeOpen(listings, placeOf)
  return {
    waiting: placed.map(({ row }) => row),
    places: placed.map(({ place }) => place),
    urgent: placed.filter(isUrgent).map(({ row }) => row),
    kept: [],
    placeOf,
  }
}

export interface Placed<Row> {
  row: Row
  place: QueuePlace
}

/** The pending ones of the listings, in their order. */
export function placeOpen<Row extends Queued>(
  listings: readonly Row[],
  placeOf: PlaceOf,
): Placed<Row>[] {
  return listings
    .filter(isOpen)
    .map((row) => ({ row, place: placeOf(row) }))
    .sort((one, other) => comparePlaces(one.place, other.place))
}

export function isUrgent({ row, place }: Placed<Queued>): boolean {
  return row.resubmittedAt !== null || place.turn === TURNS.mine
}

const FIRST_PLACES = makePlaceOf(FIRST_ORDER, 0)

/** The queue with those of the `retained` listings in their places that do not wait in it. */
export function withKept<Row extends Queued>(
  queue: ReviewQueue<Row>,
  retained: readonly Row[],
): ReviewQueue<Row> {
  return { ...queue, kept: retained.filter((row) => !isWaiting(queue, row)) }
}

/** The next listing after `from` that nobody else reviews; the first one if `from` is null. */
export function findNext<Row extends Queued>(
  queue: ReviewQueue<Row>,
  from: Posted | null,
  isTaken: IsTaken = nobodyHas,
): Row | undefined {
  const { waiting } = queue
  for (let index = from ? countUntil(queue, from) : 0; index < waiting.length; index += 1) {
    const row = waiting[index]
    if (row && row.id !== from?.id && !isTaken(row.id)) return row
  }
  return undefined
}

/** Whether somebody else reviews the listing. */
export type IsTaken = (id: string) => boolean
const nobodyHas: IsTaken = () => false

/** Where a review has been: what it has shown, and where it goes on after a listing that it showed out of its order. */
export interface Trail {
  /** `visitOf` each listing that was shown. */
  seen: ReadonlySet<string>
  /** By the id of a listing that came back meanwhile: the place from which the review goes on. */
  resumeAt: ReadonlyMap<string, Posted>
}

export const NO_TRAIL: Trail = { seen: new Set(), resumeAt: new Map() }

/** Identifies a submission: a listing that is resubmitted once more has not been seen. */
export function visitOf({ id, resubmittedAt }: Posted): string {
  return `${id} ${resubmittedAt ?? ''}`
}

/**
 * The listing to show after `from`: one that was resubmitted or assigned to the reviewer and not yet shown, if the review
 * has passed its place, else the next pending one.
 */
export function findFollowing<Row extends Queued>(
  queue: ReviewQueue<Row>,
  from: Posted | null,
  { seen, resumeAt }: Trail,
  isTaken: IsTaken = nobodyHas,
): { row: Row | undefined /** Set if `row` is out of its order. */; resumeAt: Posted | null } {
  const place = from && (resumeAt.get(from.id) ?? from)
  const next = findNext(queue, place, isTaken)
  const reached = place && queue.placeOf(place)
  const returned = queue.urgent.find(
    (row) =>
      row.id !== from?.id &&
      // One that the review has still to come to keeps its place.
      (reached === null || comparePlaces(queue.placeOf(row), reached) < 0) &&
      !seen.has(visitOf(row)) &&
      !isTaken(row.id),
  )
  return returned && returned !== next
    ? { row: returned, resumeAt: place }
    : { row: next, resumeAt: null }
}

/** How many of the pending listings this review has shown and passed. */
export function countSkipped({ waiting }: ReviewQueue<Queued>, { seen }: Trail): number {
  return waiting.filter((row) => seen.has(visitOf(row))).length
}

/** The previous pending listing before `from`; the last one if `from` is null. */
export function findPrevious<Row extends Queued>(
  queue: ReviewQueue<Row>,
  from: Posted | null,
): Row | undefined {
  return queue.waiting[(from ? countUntil(queue, from) : queue.waiting.length) - 1]
}

/** '3 of 12'; null for a listing that is not in the queue. */
export function placeLabel(queue: ReviewQueue<Queued>, listing: Posted): string | null {
  const { waiting, kept, placeOf } = queue
  const before = countUntil(queue, listing)
  if (!isWaiting(queue, listing) && !kept.some(({ id }) => id === listing.id)) return null
  const place = placeOf(listing)
  const keptBefore = kept.filter((row) => comparePlaces(placeOf(row), place) < 0).length
  return `${groupIndian(before + keptBefore + 1)} of ${groupIndian(waiting.length + kept.length)}`
}

function isWaiting(queue: ReviewQueue<Queued>, listing: Posted): boolean {
  return queue.waiting[countUntil(queue, listing)]?.id === listing.id
}

function countUntil({ places, placeOf }: ReviewQueue<Queued>, listing: Posted): number {
  return countBefore(places, placeOf(listing))
}

/** How many of `places`, which are in their order, come before this one. */
export function countBefore(places: readonly QueuePlace[], place: QueuePlace): number {
  let from = 0
  let to = places.length
  while (from < to) {
    const middle = (from + to) >> 1
    const at = places[middle]
    if (at && comparePlaces(at, place) < 0) from = middle + 1
    else to = middle
  }
  return from
}

export const countOpen = oncePerList(
  (listings: readonly Queued[]) => listings.filter(isOpen).length,
)

export interface Decision<Made> {
  listingId: string
  to: 'approved' | 'rejected'
  made: Made
}

/**
 * The newest decision made here that still holds: a toast's Undo may have reverted newer ones. `kept` are those of the
 * decided listings that wait no more.
 */
export function findUndoableDecision<Made>(
  decisions: readonly Decision<Made>[],
  { kept }: Pick<ReviewQueue<Queued>, 'kept'>,
): Decision<Made> | undefined {
  return decisions.findLast(({ listingId, to }) =>
    kept.some(({ id, status }) => id === listingId && status === to),
  )
}

function isOpen({ status }: Queued): boolean {
  return status === 'pending'
}
