import { type Kysely, sql } from 'kysely'
import { isRecordId } from '#server/database/record-id.ts'
import type { EventRow, Tables } from '#server/database/schema.ts'

// Every question names the owner: an event of someone else is not there.

/** In the order they were made. */
export function listEventsOf(db: Kysely<Tables>, ownerId: string): Promise<EventRow[]> {
  return db
    .selectFrom('events')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function countEventsOf(db: Kysely<Tables>, ownerId: string): Promise<number> {
  const row = await db
    .selectFrom('events')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  return row.total
}

/** What differs once an event was made, changed or deleted, without a look at any body. */
export function sumUpEventsOf(db: Kysely<Tables>, ownerId: string) {
  return db
    .selectFrom('events')
    .select(({ fn }) => [
      fn.countAll().as('total'),
      fn.max('id').as('newest'),
      fn.max('updated_at').as('updatedAt'),
      fn.sum('version').as('versions'),
    ])
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
}

export function findEvent(
  db: Kysely<Tables>,
  { id, ownerId }: { id: string; ownerId: string },
): Promise<EventRow | undefined> {
  if (!isRecordId(id)) return Promise.resolve(undefined)
  return db
    .selectFrom('events')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
}

export async function insertEvent(trx: Kysely<Tables>, event: EventRow): Promise<void> {
  await trx.insertInto('events').values(event).execute()
}

export async function setEventBody(
  trx: Kysely<Tables>,
  { id, ownerId }: { id: string; ownerId: string },
  change: { body: string; updatedAt: string },
): Promise<EventRow> {
  return trx
    .updateTable('events')
    .set({ body: change.body, version: sql<number>`version + 1`, updated_at: change.updatedAt })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function removeEvent(
  trx: Kysely<Tables>,
  { id, ownerId }: { id: string; ownerId: string },
): Promise<void> {
  await trx.deleteFrom('events').where('id', '=', id).where('owner_id', '=', ownerId).execute()
}
