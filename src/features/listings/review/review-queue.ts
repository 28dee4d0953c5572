import {
  comparePlaces,
  FIRST_ORDER,
  makePlaceOf,
  type PlaceOf,
  type QueuedListing,
  TURNS,
} from '#src/domain/due/queue-order.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { groupIndian } from '#src/domain/money.ts'
import { oncePerList } from '#src/domain/once-per-list.ts'

// The queue of review, in the order that the owner of the panel has set (`placeOf`). A position in the queue is a listing,
// not an index, so it stays valid when listings are decided elsewhere, deleted, or posted meanwhile.

type Posted = QueuedListing
type Queued = Posted & Pick<Listing, 'status'>

/** Resubmitted listings first, then the oldest. */
const FIRST_PLACES = makePlaceOf(FIRST_ORDER, 0)

/** The pending listings, plus those in `retained`: decided here, or in view when another person decided them. */
export function listQueue<Row extends Queued>(
  listings: readonly Row[],
  retained: ReadonlySet<string>,
  placeOf: PlaceOf = FIRST_PLACES,
): Row[] {
  return listings
    .filter((listing) => isOpen(listing) || retained.has(listing.id))
    .map((listing) => ({ listing, ...placeOf(listing) }))
    .sort(comparePlaces)
    .map(({ listing }) => listing)
}

/** The next pending listing after `from` that nobody else reviews; the first one if `from` is null. */
export function findNext<Row extends Queued>(
  queue: readonly Row[],
  from: Posted | null,
  isTaken: IsTaken = nobodyHas,
  placeOf: PlaceOf = FIRST_PLACES,
): Row | undefined {
  const place = from && placeOf(from)
  return queue.find(
    (row) => isOpen(row) && !isTaken(row.id) && (!place || comparePlaces(placeOf(row), place) > 0),
  )
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
  queue: readonly Row[],
  from: Posted | null,
  { seen, resumeAt }: Trail,
  isTaken: IsTaken = nobodyHas,
  placeOf: PlaceOf = FIRST_PLACES,
): { row: Row | undefined /** Set if `row` is out of its order. */; resumeAt: Posted | null } {
  const place = from && (resumeAt.get(from.id) ?? from)
  const next = findNext(queue, place, isTaken, placeOf)
  const reached = place && placeOf(place)
  const returned = queue.find(
    (row) =>
      isOpen(row) &&
      (row.resubmittedAt !== null || placeOf(row).turn === TURNS.mine) &&
      row.id !== from?.id &&
      !seen.has(visitOf(row)) &&
      !isTaken(row.id) &&
      // One that the review has still to come to keeps its place.
      (reached === null || comparePlaces(placeOf(row), reached) < 0),
  )
  return returned && returned !== next
    ? { row: returned, resumeAt: place }
    : { row: next, resumeAt: null }
}

/** How many of the pending listings this review has shown and passed. */
export function countSkipped(queue: readonly Queued[], { seen }: Trail): number {
  return queue.filter((row) => isOpen(row) && seen.has(visitOf(row))).length
}

/** The previous pending listing before `from`; the last one if `from` is null. */
export function findPrevious<Row extends Queued>(
  queue: readonly Row[],
  from: Posted | null,
  placeOf: PlaceOf = FIRST_PLACES,
): Row | undefined {
  const place = from && placeOf(from)
  return queue.findLast((row) => isOpen(row) && (!place || comparePlaces(placeOf(row), place) < 0))
}

/** '3 of 12'; null for a listing that is not in the queue. */
export function placeLabel(queue: readonly Posted[], id: string): string | null {
  const index = queue.findIndex((row) => row.id === id)
  return index < 0 ? null : `${groupIndian(index + 1)} of ${groupIndian(queue.length)}`
}

export const countOpen = oncePerList((queue: readonly Queued[]) => queue.filter(isOpen).length)

export interface Decision<Made> {
  listingId: string
  to: 'approved' | 'rejected'
  made: Made
}

/** The newest decision made here that still holds: a toast's Undo may have reverted newer ones. */
export function findUndoableDecision<Made>(
  decisions: readonly Decision<Made>[],
  listings: readonly Queued[],
): Decision<Made> | undefined {
  return decisions.findLast(({ listingId, to }) =>
    listings.some(({ id, status }) => id === listingId && status === to),
  )
}

function isOpen({ status }: Queued): boolean {
  return status === 'pending'
}
