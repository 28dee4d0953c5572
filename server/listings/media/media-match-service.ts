import { type Kysely, sql } from 'kysely'
import {
  countDifferentBits,
  listPhotoBands,
  MAX_DIFFERENT_BITS,
} from '#server/platform/database/duplicate-keys.ts'
import type { MediaRow } from '#server/platform/database/rows/media-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'

const MOST_CANDIDATES = 2_000 // rows with the same band (a part of the hash); only photos of plain sky have more

/** A submitted photo or video (`mediaId`), and a listing of another owner that has it too. */
export interface MediaMatch {
  mediaId: string
  listingId: string
  title: string | null
}

/**
 * Finds listings of other owners with one of these photos. Compares perceptual hashes, which barely
 * change when a photo is resized or recompressed.
 */
export async function listPhotoMatches(
  db: Kysely<Tables>,
  ownerId: string,
  media: readonly MediaRow[],
): Promise<MediaMatch[]> {
  const bands = media.flatMap(({ perceptual_hash: hash }) => listPhotoBands(hash))
  if (bands.length === 0) return []
  const candidates = await inListingsOfOthers(db, ownerId)
    .innerJoin('photo_bands', 'photo_bands.media_id', 'media.id')
    .select('media.perceptual_hash as hash')
    .where('photo_bands.band', 'in', [...new Set(bands)])
    .limit(MOST_CANDIDATES)
    .execute()
  return media.flatMap(({ id: mediaId, perceptual_hash: own }) =>
    candidates
      .filter(({ hash }) => own && hash && countDifferentBits(own, hash) <= MAX_DIFFERENT_BITS)
      .map(({ listingId, title }) => ({ mediaId, listingId, title })),
  )
}

/** The listings of other owners with the same video file. */
export async function listVideoMatches(
  db: Kysely<Tables>,
  ownerId: string,
  media: readonly MediaRow[],
): Promise<MediaMatch[]> {
  const video = media.find(({ kind }) => kind === 'video')
  if (!video) return []
  const matches = await inListingsOfOthers(db, ownerId)
    .where('media.checksum', '=', video.checksum)
    .where('media.kind', '=', 'video')
    .limit(MOST_CANDIDATES)
    .execute()
  return matches.map((match) => ({ ...match, mediaId: video.id }))
}

/** Media in listings of other owners that are on the operator's list, so not in drafts or withdrawn listings. */
function inListingsOfOthers(db: Kysely<Tables>, ownerId: string) {
  return (
    db
      .selectFrom('media')
      .innerJoin('listings', 'listings.id', 'media.posting_id')
      .select(['listings.id as listingId', 'listings.name as title'])
      .where('media.owner_id', '<>', ownerId)
      // `coalesce` keeps SQLite from using this column's index, which would match most photos.
      .where(sql<boolean>`coalesce(media.unused_since, '') = ''`)
  )
}
