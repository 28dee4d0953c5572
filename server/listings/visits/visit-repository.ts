import type { Kysely } from 'kysely'
import type { VisitRow } from '#server/platform/database/rows/visit-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'

const NO_PLACE = { latitude_thousandths: null, longitude_thousandths: null }

export function findVisit(db: Kysely<Tables>, id: string): Promise<VisitRow | undefined> {
  return db.selectFrom('visits').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Newest first. */
export function listVisitRows(db: Kysely<Tables>, listingId: string) {
  return db
    .selectFrom('visits')
    .leftJoin('users', 'users.id', 'visits.person_id')
    .selectAll('visits')
    .select('users.full_name as visitor')
    .where('listing_id', '=', listingId)
    .orderBy('stored_at', 'desc')
    .orderBy('visits.id', 'desc')
    .execute()
}

export async function countVisits(db: Kysely<Tables>, listingId: string): Promise<number> {
  const { count } = await db
    .selectFrom('visits')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('listing_id', '=', listingId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertVisit(trx: Kysely<Tables>, row: VisitRow): Promise<void> {
  await trx.insertInto('visits').values(row).execute()
}

/** Keeps the visits of a person, without who it was and where. */
export async function forgetVisitor(trx: Kysely<Tables>, personId: string): Promise<void> {
  await trx
    .updateTable('visits')
    .set({ person_id: null, ...NO_PLACE })
    .where('person_id', '=', personId)
    .execute()
}

/** Forgets the places of the visits that were stored at this time or before. */
export async function forgetPlacesUntil(db: Kysely<Tables>, storedAt: string): Promise<void> {
  await db
    .updateTable('visits')
    .set(NO_PLACE)
    .where('latitude_thousandths', 'is not', null)
    .where('stored_at', '<=', storedAt)
    .execute()
}
