import type { Kysely } from 'kysely'
import { listPhotoBands } from '#server/platform/database/duplicate-keys.ts'
import type { MediaRow } from '#server/platform/database/rows/media-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'

const AT_ONCE = 500 // unused media per run of the cleanup; the next run deletes the rest

export function findMediaRow(db: Kysely<Tables>, id: string): Promise<MediaRow | undefined> {
  return db.selectFrom('media').selectAll().where('id', '=', id).executeTakeFirst()
}

export function listMediaRows(db: Kysely<Tables>, postingId: string): Promise<MediaRow[]> {
  return db
    .selectFrom('media')
    .selectAll()
    .where('posting_id', '=', postingId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function listPhotoIds(db: Kysely<Tables>, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('media')
    .select('id')
    .where('id', 'in', ids)
    .where('kind', '=', 'photo')
    .execute()
  return rows.map(({ id }) => id)
}

export async function insertMediaRow(trx: Kysely<Tables>, media: MediaRow): Promise<void> {
  await trx.insertInto('media').values(media).execute()
  const bands = listPhotoBands(media.perceptual_hash).map((band) => ({ band, media_id: media.id }))
  if (bands.length > 0) await trx.insertInto('photo_bands').values(bands).execute()
}

/** Stores which media a listing's versions contain, and since when its other media are unused. */
export async function setUse(
  trx: Kysely<Tables>,
  postingId: string,
  { used, now }: { used: readonly string[]; now: string },
): Promise<void> {
  const ofListing = trx.updateTable('media').where('posting_id', '=', postingId)
  if (used.length > 0)
    await ofListing
      .set({ unused_since: null })
      .where('id', 'in', used)
      .where('unused_since', 'is not', null)
      .execute()
  await ofListing
    .set({ unused_since: now })
    .where('unused_since', 'is', null)
    .$if(used.length > 0, (query) => query.where('id', 'not in', used))
    .execute()
}

export async function listUnusedSince(db: Kysely<Tables>, time: string): Promise<string[]> {
  const rows = await db
    .selectFrom('media')
    .select('id')
    .where('unused_since', '<=', time)
    .limit(AT_ONCE)
    .execute()
  return rows.map(({ id }) => id)
}

export async function listMediaIdsOf(db: Kysely<Tables>, ownerId: string): Promise<string[]> {
  const rows = await db.selectFrom('media').select('id').where('owner_id', '=', ownerId).execute()
  return rows.map(({ id }) => id)
}

/** Deletes the rows of a listing's media. Returns their ids. */
export async function removeMediaRowsOf(trx: Kysely<Tables>, postingId: string): Promise<string[]> {
  const rows = await trx
    .deleteFrom('media')
    .where('posting_id', '=', postingId)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns false, without deleting, if a version of the listing contains the file again. */
export async function removeUnusedRow(
  db: Kysely<Tables>,
  { id, since }: { id: string; since: string },
): Promise<boolean> {
  const removed = await db
    .deleteFrom('media')
    .where('id', '=', id)
    .where('unused_since', '<=', since)
    .returning('id')
    .executeTakeFirst()
  return removed !== undefined
}
