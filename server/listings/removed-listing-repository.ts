import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/schema.ts'

// What is left of a deleted listing: its id, for readers who ask only what changed.

export async function listRemovedIds(
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

/** The highest revision among those removed before a time; null when there is none. */
export async function findLastRemovedBefore(
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

export async function forgetRemoved(trx: Kysely<Tables>, upToRevision: number): Promise<void> {
  await trx.deleteFrom('removed_listings').where('revision', '<=', upToRevision).execute()
}
