import { type Kysely, sql } from 'kysely'
import {
  countDifferentBits,
  listPhotoBands,
  MAX_DIFFERENT_BITS,
} from '#server/database/duplicate-keys.ts'
import type { MediaRow } from '#server/database/media-rows.ts'
import type { Tables } from '#server/database/schema.ts'

const MOST_CANDIDATES = 2_000 // photos that share a band; beyond it, the band is one of plain skies

/** A listing on the operator's list that has a photo or video which another owner's listing has too. */
export interface MediaCopy {
  mediaId: string
  listingId: string
  title: string | null
}

/**
 * The listings of other owners with one of these photos. A perceptual hash does not change much in a copy that was
 * resized or compressed again.
 */
export async function listPhotoCopies(
  db: Kysely<Tables>,
  ownerId: string,
  media: readonly MediaRow[],
): Promise<MediaCopy[]> {
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
export async function listVideoCopies(
  db: Kysely<Tables>,
  ownerId: string,
  media: readonly MediaRow[],
): Promise<MediaCopy[]> {
  const video = media.find(({ kind }) => kind === 'video')
  if (!video) return []
  const copies = await inListingsOfOthers(db, ownerId)
    .where('media.checksum', '=', video.checksum)
    .where('media.kind', '=', 'video')
    .limit(MOST_CANDIDATES)
    .execute()
  return copies.map((copy) => ({ ...copy, mediaId: video.id }))
}

/** What a version of a listing on the operator's list contains; drafts and withdrawn listings are not on it. */
function inListingsOfOthers(db: Kysely<Tables>, ownerId: string) {
  return (
    db
      .selectFrom('media')
      .innerJoin('listings', 'listings.id', 'media.posting_id')
      .select(['listings.id as listingId', 'listings.name as title'])
      .where('media.owner_id', '<>', ownerId)
      // No condition for the index of this column, which SQLite would prefer: most photos are in use.
      .where(sql<boolean>`coalesce(media.unused_since, '') = ''`)
  )
}
