import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/schema.ts'
import { MAX_VIDEOS, PHOTO_SIDES_PX, photoUrl } from '#src/domain/media/media-limits.ts'
import { listPhotoIds } from './listing-media-repository.ts'

const [SMALL_PX] = PHOTO_SIDES_PX

/**
 * The small version of the first photo of each listing, by the listing's id. `media` are the ids of a listing's photos and
 * videos in their order.
 */
export async function findFirstPhotos(
  db: Kysely<Tables>,
  listings: readonly { id: string; media: readonly string[] }[],
): Promise<ReadonlyMap<string, string>> {
  // Before the first photo, there are at most the videos.
  const firsts = listings.map(({ id, media }) => ({ id, media: media.slice(0, MAX_VIDEOS + 1) }))
  const photos = new Set(
    await listPhotoIds(
      db,
      firsts.flatMap(({ media }) => media),
    ),
  )
  return new Map(
    firsts.flatMap(({ id, media }) => {
      const photo = media.find((one) => photos.has(one))
      return photo === undefined ? [] : [[id, photoUrl(photo, SMALL_PX)]]
    }),
  )
}
