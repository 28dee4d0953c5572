import { findListing } from '#server/listings/changes/listing-repository.ts'
import { storePhoto } from '#server/listings/media/file-storing-service.ts'
import type { UploadUse } from '#server/listings/uploads/upload-finish-service.ts'
import {
  countWaiting,
  findPhoto,
  insertPhoto,
} from '#server/listings/visit-photos/visit-photo-service.ts'
import type { VisitPhotoRow } from '#server/platform/database/rows/visit-rows.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { VISIT_FILES } from '#server/platform/media/stores/media-names.ts'
import { MOST_VISIT_PHOTOS } from '#src/domain/visit/visit.ts'

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
    store: (deps, file) => storePhoto(deps, file, VISIT_FILES),
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
