// The URLs of photos and videos to fetch. Each attempt raises a URL's number of attempts, and each update requires
// the number that the process has read. So a process whose lease has expired cannot update a URL that another process
// has taken over.

import type { Kysely } from 'kysely'
import type { ImportMediaRow } from '#server/database/import-rows.ts'
import type { Tables } from '#server/database/schema.ts'

const OVERDUE_AT_ONCE = 100 // URLs in one query; the next query returns the rest

/** The media URLs of listings, for each listing in the order in which its site sent them. */
export function listImportMedia(
  db: Kysely<Tables>,
  listingIds: readonly string[],
): Promise<ImportMediaRow[]> {
  if (listingIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('import_media')
    .selectAll()
    .where('listing_id', 'in', listingIds)
    .orderBy('listing_id')
    .orderBy('position')
    .execute()
}

export async function replaceImportMedia(
  trx: Kysely<Tables>,
  listingId: string,
  rows: readonly ImportMediaRow[],
): Promise<void> {
  await trx.deleteFrom('import_media').where('listing_id', '=', listingId).execute()
  if (rows.length > 0) await trx.insertInto('import_media').values(rows).execute()
}

export async function countWaiting(db: Kysely<Tables>, ownerId: string): Promise<number> {
  const { waiting } = await db
    .selectFrom('import_media')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('owner_id', '=', ownerId)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return Number(waiting)
}

/**
 * Takes the first owner after `afterOwner`, but none of `without`, who has due URLs. Returns the URL that has been due
 * longest.
 */
export function findDue(
  db: Kysely<Tables>,
  { now, afterOwner, without }: { now: string; afterOwner: string; without: readonly string[] },
): Promise<ImportMediaRow | undefined> {
  return db
    .selectFrom('import_media')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('owner_id', '>', afterOwner)
    .where('due_at', '<=', now)
    .$if(without.length > 0, (due) => due.where('owner_id', 'not in', without))
    .orderBy('owner_id')
    .orderBy('due_at')
    .orderBy('listing_id')
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
}

/** Leases a URL, and counts the attempt; undefined if another process took the URL first. */
export function claimImportMedia(
  db: Kysely<Tables>,
  { id, attempts }: Pick<ImportMediaRow, 'id' | 'attempts'>,
  until: string,
): Promise<ImportMediaRow | undefined> {
  return db
    .updateTable('import_media')
    .set({ due_at: until, attempts: attempts + 1 })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'waiting')
    .returningAll()
    .executeTakeFirst()
}

/** Stores the result of an attempt. Returns false if another process took the URL over, or the URL no longer waits. */
export async function settleImportMedia(
  trx: Kysely<Tables>,
  { id, attempts }: Pick<ImportMediaRow, 'id' | 'attempts'>,
  change: Partial<Pick<ImportMediaRow, 'state' | 'due_at' | 'media_id' | 'sentence'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('import_media')
    .set(change)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** Waiting URLs that their site sent at `askedAt` or before; at most OVERDUE_AT_ONCE. */
export function listWaitingSince(db: Kysely<Tables>, askedAt: string): Promise<ImportMediaRow[]> {
  return db
    .selectFrom('import_media')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('asked_at', '<=', askedAt)
    .orderBy('asked_at')
    .limit(OVERDUE_AT_ONCE)
    .execute()
}

/** For each listing with URLs: how many it has, how many of them wait, and how many failed. */
export async function countImportMedia(
  db: Kysely<Tables>,
  listingIds: readonly string[],
): Promise<{ listingId: string; all: number; waiting: number; failed: number }[]> {
  if (listingIds.length === 0) return []
  const rows = await db
    .selectFrom('import_media')
    .select(({ fn }) => [
      'listing_id as listingId',
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere('state', '=', 'waiting').as('waiting'),
      fn.countAll<number>().filterWhere('state', '=', 'failed').as('failed'),
    ])
    .where('listing_id', 'in', listingIds)
    .groupBy('listing_id')
    .execute()
  return rows.map(({ listingId, all, waiting, failed }) => ({
    listingId,
    all: Number(all),
    waiting: Number(waiting),
    failed: Number(failed),
  }))
}
