// Photos of visits: stored before their visit arrives, for the team alone. Their files have names that the public address of
// media does not serve.

import type { Kysely } from 'kysely'
import { queueMediaRemoval } from '#server/listings/media/media-removal-queue-service.ts'
import type { VisitPhotoRow } from '#server/platform/database/rows/visit-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import type { Write } from '#server/platform/database/write.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { UPLOAD_HOURS, VISIT_PHOTO_DAYS } from '#src/domain/retention.ts'
import {
  forgetPhotographer,
  givePhotos,
  listEndedPhotos,
  removePhotos,
  removePhotosOfListing,
} from './visit-photo-repository.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export function findPhoto(db: Kysely<Tables>, id: string): Promise<VisitPhotoRow | undefined> {
  return db.selectFrom('visit_photos').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Those of visits that have arrived, in the order in which they were taken. */
export function listPhotoRows(db: Kysely<Tables>, listingId: string): Promise<VisitPhotoRow[]> {
  return db
    .selectFrom('visit_photos')
    .selectAll()
    .where('listing_id', '=', listingId)
    .where('visit_id', 'is not', null)
    .orderBy('taken_at')
    .orderBy('id')
    .execute()
}

/** How many photos of this person for this listing wait for their visit. */
export async function countWaiting(
  db: Kysely<Tables>,
  { listingId, personId }: { listingId: string; personId: string },
): Promise<number> {
  const { count } = await db
    .selectFrom('visit_photos')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('listing_id', '=', listingId)
    .where('person_id', '=', personId)
    .where('visit_id', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertPhoto(trx: Kysely<Tables>, row: VisitPhotoRow): Promise<void> {
  await trx.insertInto('visit_photos').values(row).execute()
}

/** Gives a new visit its photos. @throws ServerError 409 if one of them is not this person's for this listing, or gone */
export async function attachPhotos(
  trx: Kysely<Tables>,
  ids: readonly string[],
  of: { visitId: string; listingId: string; personId: string },
): Promise<void> {
  const given = await givePhotos(trx, ids, of)
  if (given.length < ids.length)
    throw new ServerError(
      409,
      'visit-photo-gone',
      'A photo of this visit is not on the server any more. Send the photo again, then the visit.',
    )
}

/** Deletes the photos of all visits to a listing that is deleted; queues their files for deletion. */
export async function removeVisitPhotosOf(
  trx: Kysely<Tables>,
  listingId: string,
  now: Date,
): Promise<void> {
  await queueMediaRemoval(trx, await removePhotosOfListing(trx, listingId), now)
}

export async function erasePhotographer(
  trx: Kysely<Tables>,
  personId: string,
  now: Date,
): Promise<void> {
  await queueMediaRemoval(trx, await forgetPhotographer(trx, personId), now)
}

/** Deletes photos VISIT_PHOTO_DAYS after they arrived, and after a day those whose visit has not arrived. */
export async function forgetOldPhotos(
  { db, write }: { db: Kysely<Tables>; write: Write },
  now: Date,
): Promise<void> {
  const ended = await listEndedPhotos(db, {
    withVisit: new Date(now.getTime() - VISIT_PHOTO_DAYS * DAY_MS).toISOString(),
    alone: new Date(now.getTime() - UPLOAD_HOURS * HOUR_MS).toISOString(),
  })
  if (ended.length > 0)
    await write(async (trx) => queueMediaRemoval(trx, await removePhotos(trx, ended), now))
}
