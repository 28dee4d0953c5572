import { type Kysely, sql } from 'kysely'
import {
  isSimilar,
  listPhotoBands,
  mirrorHash,
  toHashBits,
} from '#server/platform/database/duplicate-keys.ts'
import type { MediaRow } from '#server/platform/database/rows/media-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'

const MOST_CANDIDATES = 2_000 // rows with the same band (a part of the hash); only photos of plain sky have more

/** A submitted photo or video (`mediaId`), and another listing that has it too. */
export interface MediaMatch {
  mediaId: string
  listingId: string
  ownerId: string
  title: string | null
}

/**
 * Finds other listings with one of these photos, also mirrored. Compares perceptual hashes, which barely
 * change when a photo is resized or recompressed.
 */
export async function listPhotoMatches(
  db: Kysely<Tables>,
  listingId: string,
  media: readonly MediaRow[],
): Promise<MediaMatch[]> {
  const looks = media.flatMap(listLooks)
  if (looks.length === 0) return []
  const bands = looks.flatMap(({ hash }) => listPhotoBands(hash))
  const candidates = await inOtherListings(db, listingId)
    .innerJoin('photo_bands', 'photo_bands.media_id', 'media.id')
    .select('media.perceptual_hash as hash')
    .where('photo_bands.band', 'in', [...new Set(bands)])
    .limit(MOST_CANDIDATES)
    .execute()
  const others = candidates.map(({ hash, ...other }) => ({ other, bits: toHashBits(hash ?? '') }))
  return looks.flatMap(({ mediaId, hash }) => {
    const own = toHashBits(hash)
    return others.flatMap(({ other, bits }) =>
      isSimilar(own, bits) ? [{ mediaId, ...other }] : [],
    )
  })
}

/** A photo's hash, and that of the mirrored photo. */
function listLooks({ id: mediaId, perceptual_hash: hash }: MediaRow) {
  if (hash === null || listPhotoBands(hash).length === 0) return []
  return [hash, mirrorHash(hash)].map((look) => ({ mediaId, hash: look }))
}

/** The other listings with the same video file. */
export async function listVideoMatches(
  db: Kysely<Tables>,
  listingId: string,
  media: readonly MediaRow[],
): Promise<MediaMatch[]> {
  const video = media.find(({ kind }) => kind === 'video')
  if (!video) return []
  const matches = await inOtherListings(db, listingId)
    .where('media.checksum', '=', video.checksum)
    .where('media.kind', '=', 'video')
    .limit(MOST_CANDIDATES)
    .execute()
  return matches.map((match) => ({ ...match, mediaId: video.id }))
}

/** Media in other listings that are on the operator's list, so not in drafts or withdrawn listings. */
function inOtherListings(db: Kysely<Tables>, listingId: string) {
  return (
    db
      .selectFrom('media')
      .innerJoin('listings', 'listings.id', 'media.posting_id')
      .select([
        'listings.id as listingId',
        'listings.owner_id as ownerId',
        'listings.name as title',
      ])
      .where('media.posting_id', '<>', listingId)
      // `coalesce` keeps SQLite from using this column's index, which would match most photos.
      .where(sql<boolean>`coalesce(media.unused_since, '') = ''`)
  )
}
