import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/schema.ts'

const AT_ONCE = 500 // photos per run of the cleanup; the next run deletes the rest

/** Gives photos of this person to their visit. Returns the ids of those that it got. */
export async function givePhotos(
  trx: Kysely<Tables>,
  ids: readonly string[],
  { visitId, listingId, personId }: { visitId: string; listingId: string; personId: string },
): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await trx
    .updateTable('visit_photos')
    .set({ visit_id: visitId })
    .where('id', 'in', ids)
    .where('listing_id', '=', listingId)
    .where('person_id', '=', personId)
    .where('visit_id', 'is', null)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function removePhotosOfListing(
  trx: Kysely<Tables>,
  listingId: string,
): Promise<string[]> {
  const rows = await trx
    .deleteFrom('visit_photos')
    .where('listing_id', '=', listingId)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes the photos of an erased person that no visit has; those of visits stay, without who took them. */
export async function forgetPhotographer(trx: Kysely<Tables>, personId: string): Promise<string[]> {
  const rows = await trx
    .deleteFrom('visit_photos')
    .where('person_id', '=', personId)
    .where('visit_id', 'is', null)
    .returning('id')
    .execute()
  await trx
    .updateTable('visit_photos')
    .set({ person_id: null })
    .where('person_id', '=', personId)
    .execute()
  return rows.map(({ id }) => id)
}

/** Photos that arrived until `withVisit`, and those without a visit until `alone`. */
export async function listEndedPhotos(
  db: Kysely<Tables>,
  { withVisit, alone }: { withVisit: string; alone: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('visit_photos')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('stored_at', '<=', withVisit),
        eb.and([eb('visit_id', 'is', null), eb('stored_at', '<=', alone)]),
      ]),
    )
    .limit(AT_ONCE)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns the ids that were there. */
export async function removePhotos(trx: Kysely<Tables>, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await trx.deleteFrom('visit_photos').where('id', 'in', ids).returning('id').execute()
  return rows.map(({ id }) => id)
}
