import type { Kysely } from 'kysely'
import {
  listResubmittedIds,
  listUndecidedIds,
} from '#server/listings/changes/listing-state-service.ts'
import { listLastWaits } from '#server/listings/content/posting-repository.ts'
import type { Tables } from '#server/platform/database/schema.ts'

// The order of review: resubmitted listings first, then the others, oldest first. It applies to the
// operator's board and to the queue position that an owner sees.

const MOST_COUNTED = 1_000 // beyond this, nobody needs the exact position
const LAST_DECISIONS = 50
const MINUTE_MS = 60_000

/** The position of each listing in the queue, from 1. Listings beyond the first 1,000 have none. */
export async function findPlaces(db: Kysely<Tables>): Promise<ReadonlyMap<string, number>> {
  const resubmitted = await listResubmittedIds(db, MOST_COUNTED)
  const all = new Set([...resubmitted, ...(await listUndecidedIds(db, MOST_COUNTED))])
  return new Map([...all].slice(0, MOST_COUNTED).map((id, index) => [id, index + 1]))
}

/** The median of the last 50 waiting times, in minutes; null before the first decision. */
export async function findUsualWaitMinutes(db: Kysely<Tables>): Promise<number | null> {
  const waits = (await listLastWaits(db, LAST_DECISIONS))
    .map(({ from, to }) => Date.parse(to) - Date.parse(from))
    .sort((one, other) => one - other)
  const median = waits[Math.floor(waits.length / 2)]
  return median === undefined ? null : Math.round(median / MINUTE_MS)
}
