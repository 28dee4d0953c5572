// The views of listings that were counted: reads for their owners, sums and deletions.

import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/schema.ts'
import { indianDay } from '#src/domain/dates.ts'
import { VIEWER_HOURS } from '#src/domain/retention.ts'
import {
  isAnyViewed,
  listViews,
  removeViews,
  removeViewsOf,
  sumUpViewers,
} from './view-repository.ts'

const HOUR_MS = 3_600_000
const WEEK_DAYS = 7 // today and the six days before

export interface ListingViews {
  total: number
  /** In the last seven days, with today. */
  lastWeek: number
}

/** The views by listing; null if no site has reported any view here, so that their number means nothing. */
export async function findViews(
  db: Kysely<Tables>,
  listingIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, ListingViews> | null> {
  const viewed = await listViews(db, listingIds, indianDay(now) - WEEK_DAYS + 1)
  if (viewed.length === 0 && !(await isAnyViewed(db))) return null
  return new Map([
    ...listingIds.map((id) => [id, { total: 0, lastWeek: 0 }] as const),
    ...viewed.map((one) => [one.listingId, { total: one.total, lastWeek: one.recent }] as const),
  ])
}

/** Keeps only numbers of the days that are over, and that no request is late for. */
export async function sumUpViews(db: Kysely<Tables>, now: Date): Promise<void> {
  const lastDay = indianDay(now.getTime() - VIEWER_HOURS * HOUR_MS)
  await db.transaction().execute((trx) => sumUpViewers(trx, lastDay))
}

/** The listing was deleted for good. */
export function forgetViews(trx: Kysely<Tables>, listingId: string): Promise<void> {
  return removeViews(trx, listingId)
}

/** Before the listings of a person are deleted. */
export function eraseViews(trx: Kysely<Tables>, ownerId: string): Promise<void> {
  return removeViewsOf(trx, ownerId)
}
