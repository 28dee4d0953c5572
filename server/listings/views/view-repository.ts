import type { Kysely } from 'kysely'
import type { ListingViewerRow } from '#server/platform/database/rows/listing-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'

export async function isViewer(
  db: Kysely<Tables>,
  { listing_id, day, viewer }: ListingViewerRow,
): Promise<boolean> {
  const found = await db
    .selectFrom('listing_viewers')
    .select('viewer')
    .where('listing_id', '=', listing_id)
    .where('day', '=', day)
    .where('viewer', '=', viewer)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Adds a device that viewed a listing on a day, unless the device is counted already or the listing has
 * `most` viewers on that day. It is one statement, so that no transaction is needed. Two concurrent
 * calls may exceed `most` by one.
 */
export async function insertViewer(
  db: Kysely<Tables>,
  { listing_id, day, viewer }: ListingViewerRow,
  most: number,
): Promise<void> {
  const others = db
    .selectFrom('listing_viewers')
    .select(({ fn }) => fn.countAll<number>().as('devices'))
    .where('listing_id', '=', listing_id)
    .where('day', '=', day)
  await db
    .insertInto('listing_viewers')
    .columns(['listing_id', 'day', 'viewer'])
    .expression(
      db
        .selectNoFrom(({ val }) => [
          val(listing_id).as('listing_id'),
          val(day).as('day'),
          val(viewer).as('viewer'),
        ])
        .where(others, '<', most),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Replaces the viewers by their number per listing and day, for all days up to `lastDay`. */
export async function sumUpViewers(trx: Kysely<Tables>, lastDay: number): Promise<void> {
  await trx
    .insertInto('listing_views')
    .columns(['listing_id', 'day', 'views'])
    .expression(viewersByDay(trx).where('day', '<=', lastDay))
    .onConflict((conflict) =>
      conflict
        .columns(['listing_id', 'day'])
        .doUpdateSet((eb) => ({ views: eb('listing_views.views', '+', eb.ref('excluded.views')) })),
    )
    .execute()
  await trx.deleteFrom('listing_viewers').where('day', '<=', lastDay).execute()
}

export interface SummedViews {
  listingId: string
  total: number
  /** Views since the given day, including that day. */
  recent: number
}

/** The views of listings; listings without views are left out. */
export async function listViews(
  db: Kysely<Tables>,
  listingIds: readonly string[],
  sinceDay: number,
): Promise<SummedViews[]> {
  if (listingIds.length === 0) return []
  const days = db
    .selectFrom('listing_views')
    .select(['listing_id', 'day', 'views'])
    .where('listing_id', 'in', listingIds)
    .unionAll(viewersByDay(db).where('listing_id', 'in', listingIds))
  const rows = await db
    .selectFrom(days.as('days'))
    .select('listing_id as listingId')
    .select((eb) => [
      eb.fn.sum<number>('views').as('total'),
      eb.fn
        .sum<number>(eb.case().when('day', '>=', sinceDay).then(eb.ref('views')).else(0).end())
        .as('recent'),
    ])
    .groupBy('listing_id')
    .execute()
  return rows.map((row) => ({ ...row, total: Number(row.total), recent: Number(row.recent) }))
}

export async function isAnyViewed(db: Kysely<Tables>): Promise<boolean> {
  for (const table of ['listing_viewers', 'listing_views'] as const) {
    const row = await db.selectFrom(table).select('day').limit(1).executeTakeFirst()
    if (row) return true
  }
  return false
}

export async function removeViews(trx: Kysely<Tables>, listingId: string): Promise<void> {
  for (const table of ['listing_viewers', 'listing_views'] as const)
    await trx.deleteFrom(table).where('listing_id', '=', listingId).execute()
}

function viewersByDay(db: Kysely<Tables>) {
  return db
    .selectFrom('listing_viewers')
    .select(['listing_id', 'day'])
    .select(({ fn }) => fn.countAll<number>().as('views'))
    .groupBy(['listing_id', 'day'])
}
