import type { Insertable, Kysely } from 'kysely'
import type { ListingChangeRow } from '#server/platform/database/rows/listing-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'

// The log of all changes of listings. A change that takes a listing off the operator's list has a revision and no status
// afterwards: its row tells clients that request only changes which listings they must forget.

export type LoggedChange = Insertable<ListingChangeRow>

export async function appendChange(trx: Kysely<Tables>, row: LoggedChange): Promise<void> {
  await trx.insertInto('listing_changes').values(row).execute()
}

function removals(db: Kysely<Tables>) {
  return db
    .selectFrom('listing_changes')
    .where('listing_changes.revision', 'is not', null)
    .where('to_value', 'is', null)
}

/** Ids of the listings that were taken off the list after a revision and are not back, in the order of their removal. */
export async function listRemovedIds(
  db: Kysely<Tables>,
  afterRevision: number,
  most: number,
): Promise<string[]> {
  const rows = await removals(db)
    .leftJoin('listings', 'listings.id', 'listing_changes.listing_id')
    .select('listing_changes.listing_id as id')
    .where('listing_changes.revision', '>', afterRevision)
    .where('listings.id', 'is', null)
    .groupBy('listing_changes.listing_id')
    .orderBy((eb) => eb.fn.max('listing_changes.revision'))
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

/** Whether a listing with this id was ever taken off the list, as long as the log tells. */
export async function isRemoved(db: Kysely<Tables>, id: string): Promise<boolean> {
  const row = await removals(db)
    .select('n')
    .where('listing_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The highest revision of the removals up to a time; null for none. */
export async function findLastRemovalUpTo(
  db: Kysely<Tables>,
  time: string,
): Promise<number | null> {
  const row = await removals(db)
    .select((eb) => eb.fn.max<number | null>('listing_changes.revision').as('revision'))
    .where('at', '<=', time)
    .executeTakeFirst()
  return row?.revision ?? null
}

export async function removeChangesUpTo(trx: Kysely<Tables>, time: string): Promise<void> {
  await trx.deleteFrom('listing_changes').where('at', '<=', time).execute()
}

/** Removes an erased person from the log. What was changed stays, because clients ask for it. */
export async function removeActor(trx: Kysely<Tables>, actorId: string): Promise<void> {
  await trx
    .updateTable('listing_changes')
    .set({ actor_id: null, device_label: null })
    .where('actor_id', '=', actorId)
    .execute()
}
