import type { Kysely } from 'kysely'
import { readStoredHints } from '#server/listings/changes/listing-hint-service.ts'
import {
  getListings,
  type ListingWithOwner,
  listFirstIds,
  listResubmittedIds,
  listUndecidedIds,
} from '#server/listings/changes/listing-repository.ts'
import { getReviewRules } from '#server/listings/changes/review-rules-repository.ts'
import { listLastWaits } from '#server/listings/content/posting-repository.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { comparePlaces, makePlaceOf, type QueuedListing } from '#src/domain/due/queue-order.ts'
import { toRupees } from '#src/domain/money.ts'

// The queue position that an owner sees, in the order in which review mode shows the listings.

const MOST_COUNTED = 1_000 // beyond this, nobody needs the exact position
const LAST_DECISIONS = 50
const MINUTE_MS = 60_000

/** The position of each listing in the queue, from 1. Listings beyond the first 1,000 have none. */
export async function findPlaces(
  db: Kysely<Tables>,
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const { order } = await getReviewRules(db)
  if (order === 'resubmission') return findFirstPlaces(db)
  const placeOf = makePlaceOf(order, now.getTime())
  // Those of each list that can be among the first.
  const ids = [
    ...(await listResubmittedIds(db, MOST_COUNTED)),
    ...(await listUndecidedIds(db, MOST_COUNTED)),
    ...(order === 'age' ? [] : await listFirstIds(db, { order, now }, MOST_COUNTED)),
  ]
  const rows = await getListings(db, [...new Set(ids)])
  const places = rows
    .map((row) => placeOf(toQueued(row)))
    .sort(comparePlaces)
    .slice(0, MOST_COUNTED)
  return new Map(places.map(({ id }, index) => [id, index + 1]))
}

/** Those of the usual order, for which the ids are enough. */
async function findFirstPlaces(db: Kysely<Tables>): Promise<ReadonlyMap<string, number>> {
  const resubmitted = await listResubmittedIds(db, MOST_COUNTED)
  const all = new Set([...resubmitted, ...(await listUndecidedIds(db, MOST_COUNTED))])
  return new Map([...all].slice(0, MOST_COUNTED).map((id, index) => [id, index + 1]))
}

function toQueued(row: ListingWithOwner): QueuedListing {
  return {
    id: row.id,
    createdAt: row.created_at,
    resubmittedAt: row.resubmittedAt,
    boostedUntil: row.boosted_until,
    price: toRupees(row.price_paise),
    rent: toRupees(row.rent_paise),
    startingBid: toRupees(row.starting_bid_paise),
    dueAt: row.due_at,
    hints: row.hints === null ? null : readStoredHints(row.hints),
  }
}

/** The median of the last 50 waiting times, in minutes; null before the first decision. */
export async function findUsualWaitMinutes(db: Kysely<Tables>): Promise<number | null> {
  const waits = (await listLastWaits(db, LAST_DECISIONS))
    .map(({ from, to }) => Date.parse(to) - Date.parse(from))
    .sort((one, other) => one - other)
  const median = waits[Math.floor(waits.length / 2)]
  return median === undefined ? null : Math.round(median / MINUTE_MS)
}
