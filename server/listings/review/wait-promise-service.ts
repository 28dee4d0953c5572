// Stores what sellers are told about the time of their decision, and tells them once when it becomes much later.

import type { Kysely } from 'kysely'
import { getReviewRules } from '#server/listings/changes/review-rules-repository.ts'
import type { ExpectedBy } from '#server/listings/waits/wait-estimate.ts'
import {
  hasOpenWait,
  listOpenWaits,
  type OpenWait,
  setWait,
} from '#server/listings/waits/wait-repository.ts'
import { announceDelay } from '#server/notices/messages/message-delay-service.ts'
import type { AppDeps } from '#server/platform/app-env.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import {
  minutesOfWeek,
  WEEKDAYS,
  type WorkCalendar,
  type WorkTimes,
  workingTimeBetween,
  workTimesOf,
} from '#src/domain/due/work-calendar.ts'
import { findPlaces } from './posting-queue-service.ts'
import { makeExpectBy, refreshFlow } from './wait-flow-service.ts'

const MINUTE_MS = 60_000
const LATEST_MS = 10 * MINUTE_MS // after an hour without the server, a place is not that of the arrival any more
const MUCH_OF_REST = 0.5 // of the working time that was left: a wait of five days that becomes six is no news

/**
 * Stores the place and the times of submissions that arrived since the last run, and sends one message about each time
 * that moved much later. Sellers whose listings were decided meanwhile get none.
 */
export async function keepPromises(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  isStopping: () => boolean,
): Promise<void> {
  // Check with a read first, so that an idle server does not take the writer lock.
  if (!(await hasOpenWait(db))) return
  const now = clock()
  const { calendar } = await getReviewRules(db)
  const times = workTimesOf(calendar)
  const expectBy = makeExpectBy(await refreshFlow(db, times, now), times, now)
  const places = await findPlaces(db, now)
  const standing = (await listOpenWaits(db)).flatMap((wait): Standing[] => {
    const place = places.get(wait.listing_id)
    if (place === undefined) return []
    return [{ wait, place, expected: expectBy({ isAgain: wait.is_again === 1, place }) }]
  })
  await storePromises(db, standing, now)
  for (const { wait, expected } of standing) {
    if (isStopping()) return
    if (expected && isMuchLater(wait, expected, { calendar, times, now }))
      await tell(db, wait, { by: expected.fourFifths, now })
  }
}

/** A submission that waits, where it stands now, and what its seller reads. */
interface Standing {
  wait: OpenWait
  place: number
  expected: ExpectedBy | null
}

async function storePromises(
  db: Kysely<Tables>,
  standing: readonly Standing[],
  now: Date,
): Promise<void> {
  const changes = standing.flatMap(({ wait, place, expected }) => {
    const isArrival = now.getTime() - Date.parse(wait.since) < LATEST_MS
    const change = {
      ...(wait.place === null && isArrival && { place }),
      ...(wait.most_by === null &&
        expected && { half_by: expected.half, most_by: expected.fourFifths }),
    }
    return Object.keys(change).length > 0 ? [{ wait, change }] : []
  })
  if (changes.length === 0) return
  await db.transaction().execute(async (trx) => {
    for (const { wait, change } of changes)
      await setWait(trx, { listingId: wait.listing_id, since: wait.since }, change)
  })
}

/** By more than one working day, and by more than half of the working time that was left. */
export function isMuchLater(
  { told_by, most_by }: Pick<OpenWait, 'told_by' | 'most_by'>,
  { fourFifths }: Pick<ExpectedBy, 'fourFifths'>,
  { calendar, times, now }: { calendar: WorkCalendar; times: WorkTimes; now: Date },
): boolean {
  const known = told_by ?? most_by
  if (known === null) return false
  const knownMs = Date.parse(known)
  const movedMs = workingTimeBetween(times, knownMs, Date.parse(fourFifths))
  const leftMs = workingTimeBetween(times, now.getTime(), knownMs)
  return movedMs > Math.max(workingDayMs(calendar), leftMs * MUCH_OF_REST)
}

/** The average length of the days with working hours. */
function workingDayMs(calendar: WorkCalendar): number {
  const days = WEEKDAYS.filter((day) => calendar.week[day].length > 0).length
  return (minutesOfWeek(calendar) * MINUTE_MS) / days
}

async function tell(
  db: Kysely<Tables>,
  { listing_id: listingId, since, ownerId, title }: OpenWait,
  { by, now }: { by: string; now: Date },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (await setWait(trx, { listingId, since }, { told_by: by }))
      await announceDelay(trx, { listingId, ownerId, title, by, now })
  })
}
