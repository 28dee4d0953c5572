import type { Listing } from '#src/domain/listing.ts'
import { oncePerList } from '#src/domain/once-per-list.ts'

// The order in which listings are reviewed: what was posted first comes first. A place in it is a listing, not a number,
// so nothing is lost when listings are decided elsewhere, deleted, or posted meanwhile.

type Posted = Pick<Listing, 'id' | 'createdAt'>
type Queued = Posted & Pick<Listing, 'status'>

/** What wants a decision, and beside it what is `kept`: decided here, or looked at when somebody else decided it. */
export function listQueue<Row extends Queued>(
  listings: readonly Row[],
  kept: ReadonlySet<string>,
): Row[] {
  return listings
    .filter((listing) => isOpen(listing) || kept.has(listing.id))
    .map((listing) => ({ listing, ...ageOf(listing) }))
    .sort(compareAges)
    .map(({ listing }) => listing)
}

/** The next that wants a decision; from null the first. */
export function findNext<Row extends Queued>(
  queue: readonly Row[],
  from: Posted | null,
): Row | undefined {
  const age = from && ageOf(from)
  return queue.find((row) => isOpen(row) && (!age || compareAges(ageOf(row), age) > 0))
}

/** The one before that wants a decision; from null the last. */
export function findPrevious<Row extends Queued>(
  queue: readonly Row[],
  from: Posted | null,
): Row | undefined {
  const age = from && ageOf(from)
  return queue.findLast((row) => isOpen(row) && (!age || compareAges(ageOf(row), age) < 0))
}

/** '3 of 12'; null for a listing that is not in the queue. */
export function placeWords(queue: readonly Posted[], id: string): string | null {
  const index = queue.findIndex((row) => row.id === id)
  return index < 0 ? null : `${index + 1} of ${queue.length}`
}

export const countOpen = oncePerList((queue: readonly Queued[]) => queue.filter(isOpen).length)

export interface Decision<Made> {
  listingId: string
  to: 'approved' | 'rejected'
  made: Made
}

/** The newest decision of those made here that still stands: one may have been undone by its message. */
export function findStanding<Made>(
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

interface Age {
  id: string
  postedAt: number
}

/** Without a readable date it comes last. */
function ageOf({ id, createdAt }: Posted): Age {
  const at = createdAt ? Date.parse(createdAt) : Number.NaN
  return { id, postedAt: Number.isNaN(at) ? Number.POSITIVE_INFINITY : at }
}

/** Oldest first; the id tells those of one moment apart. */
function compareAges(a: Age, b: Age): number {
  if (a.postedAt !== b.postedAt) return a.postedAt < b.postedAt ? -1 : 1
  if (a.id === b.id) return 0
  return a.id < b.id ? -1 : 1
}
