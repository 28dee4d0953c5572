// The URLs of photos and videos of imported listings.

import type { Kysely } from 'kysely'
import type { ImportMediaRow } from '#server/platform/database/rows/import-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'

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

export async function countWaitingMedia(db: Kysely<Tables>, ownerId: string): Promise<number> {
  const { waiting } = await db
    .selectFrom('import_media')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('owner_id', '=', ownerId)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return Number(waiting)
}

export function findWaiting(db: Kysely<Tables>, id: string): Promise<ImportMediaRow | undefined> {
  return db
    .selectFrom('import_media')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
}

export async function setImportMedia(
  trx: Kysely<Tables>,
  id: string,
  change: Partial<Pick<ImportMediaRow, 'state' | 'media_id' | 'sentence'>>,
): Promise<void> {
  await trx.updateTable('import_media').set(change).where('id', '=', id).execute()
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
