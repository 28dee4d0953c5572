// Reads the counted views of listings for their owners, sums them up and deletes them.

import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/schema.ts'
import { indianDay } from '#src/domain/dates.ts'
import { VIEWER_HOURS } from '#src/domain/retention.ts'
import { isAnyViewed, listViews, removeViews, sumUpViewers } from './view-repository.ts'

const HOUR_MS = 3_600_000
const WEEK_DAYS = 7 // today and the six days before

export interface ListingViews {
  total: number
  /** Views in the last seven days, including today. */
  lastWeek: number
}

/**
 * The views by listing; null if no view of any listing has been reported yet, because zeros would
 * mislead.
 */
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

/** Replaces the viewers of a past day by their number, once no late report can count for that day. */
export async function sumUpViews(db: Kysely<Tables>, now: Date): Promise<void> {
  const lastDay = indianDay(now.getTime() - VIEWER_HOURS * HOUR_MS)
  await db.transaction().execute((trx) => sumUpViewers(trx, lastDay))
}

/** Deletes the views of a listing that was deleted for good. */
export function forgetViews(trx: Kysely<Tables>, listingId: string): Promise<void> {
  return removeViews(trx, listingId)
}
