import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/schema.ts'

// Tombstones: the ids of deleted listings, for clients that request only changes.

export async function listTombstoneIds(
  db: Kysely<Tables>,
  afterRevision: number,
  most: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('removed_listings')
    .select('id')
    .where('revision', '>', afterRevision)
    .orderBy('revision')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

/** The highest revision of the listings removed before a time; null for none. */
export async function findLastTombstoneBefore(
  db: Kysely<Tables>,
  time: string,
): Promise<number | null> {
  const row = await db
    .selectFrom('removed_listings')
    .select((eb) => eb.fn.max<number | null>('revision').as('revision'))
    .where('removed_at', '<', time)
    .executeTakeFirst()
  return row?.revision ?? null
}

export async function removeTombstones(trx: Kysely<Tables>, upToRevision: number): Promise<void> {
  await trx.deleteFrom('removed_listings').where('revision', '<=', upToRevision).execute()
}
