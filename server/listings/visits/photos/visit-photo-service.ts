// Photos of visits: stored before their visit arrives, for the team alone. Their files have names that the public address of
// media does not serve.

import type { Kysely } from 'kysely'
import { findListing } from '#server/listings/changes/listing-repository.ts'
import { type Examined, storePhoto } from '#server/listings/media/file-storing-service.ts'
import { queueMediaRemoval } from '#server/listings/media/media-removal-queue-service.ts'
import type { UploadUse } from '#server/listings/uploads/upload-finish-service.ts'
import type { VisitPhotoRow } from '#server/platform/database/rows/visit-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import type { Write } from '#server/platform/database/write.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { VISIT_FILES } from '#server/platform/media/stores/media-names.ts'
import { UPLOAD_HOURS, VISIT_PHOTO_DAYS } from '#src/domain/retention.ts'
import { MOST_VISIT_PHOTOS } from '#src/domain/visit/visit.ts'
import {
  countWaiting,
  findPhoto,
  forgetPhotographer,
  givePhotos,
  insertPhoto,
  listEndedPhotos,
  removePhotos,
  removePhotosOfListing,
} from './visit-photo-repository.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Of one person and listing: of two visits that are on their way. */
const MOST_WAITING = 2 * MOST_VISIT_PHOTOS

/** An upload that becomes a photo of a visit which this person is going to record. */
export function useForVisit({
  listingId,
  personId,
  takenAt,
}: {
  listingId: string
  personId: string
  takenAt: string
}): UploadUse<VisitPhotoRow> {
  return {
    async findMade(db, { id }) {
      const photo = await findPhoto(db, id)
      return photo?.person_id === personId ? photo : undefined
    },
    async requireAllowed(db) {
      if (!(await findListing(db, listingId)))
        throw new ServerError(404, 'no-such-listing', 'This listing does not exist any more.')
      if ((await countWaiting(db, { listingId, personId })) >= MOST_WAITING)
        throw new ServerError(
          409,
          'too-many-visit-photos',
          `${MOST_WAITING} photos wait for their visits to this listing already. Send the visits first.`,
        )
    },
    store: (deps, file): Promise<Examined> => storePhoto(deps, file, VISIT_FILES),
    async add(trx, { id, bytes, width, height, thumbhash, now }) {
      const row: VisitPhotoRow = {
        id,
        listing_id: listingId,
        person_id: personId,
        visit_id: null,
        taken_at: new Date(takenAt).toISOString(),
        stored_at: now.toISOString(),
        bytes,
        width,
        height,
        thumbhash,
      }
      await insertPhoto(trx, row)
      return row
    },
  }
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
