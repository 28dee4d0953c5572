import { type Kysely, sql } from 'kysely'
import { isRecordId } from '#server/platform/database/record-id.ts'
import type { EventRow, Tables } from '#server/platform/database/schema.ts'
import type { EventPlace } from './event-pages.ts'

// Every query filters by owner, so callers cannot find other people's events.

/** In order of creation, starting after `after`; null starts with the first event. */
export function listEventsAfter(
  db: Kysely<Tables>,
  ownerId: string,
  after: EventPlace | null,
  most: number,
): Promise<EventRow[]> {
  return selectAfter(db, ownerId, after)
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .limit(most)
    .execute()
}

export async function hasEventAfter(
  db: Kysely<Tables>,
  ownerId: string,
  after: EventPlace,
): Promise<boolean> {
  return (await selectAfter(db, ownerId, after).select('id').limit(1).execute()).length > 0
}

/** The number of an owner's events, and the size of their bodies in UTF-8. */
export function measureEventsOf(db: Kysely<Tables>, ownerId: string) {
  return db
    .selectFrom('events')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      sql<number>`coalesce(sum(octet_length(body)), 0)`.as('bytes'),
    ])
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
}

/**
 * Aggregates for the ETag of the list: they change with every created, changed or deleted event.
 * Reads no bodies.
 */
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

export async function removeEventsOf(
  trx: Kysely<Tables>,
  ownerIds: readonly string[],
): Promise<void> {
  await trx.deleteFrom('events').where('owner_id', 'in', ownerIds).execute()
}

function selectAfter(db: Kysely<Tables>, ownerId: string, after: EventPlace | null) {
  return db
    .selectFrom('events')
    .where('owner_id', '=', ownerId)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(created_at, id) > (${after?.created_at}, ${after?.id})`),
    )
}
