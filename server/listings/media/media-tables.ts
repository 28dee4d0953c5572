import type { Eraser } from '#server/platform/personal-tables/personal-table.ts'
import {
  INTERNAL,
  leaveTableOut,
  OWN_ID,
  ofOwner,
  type PersonalTables,
} from '#server/platform/personal-tables/personal-table.ts'
import { largestUrl } from '#src/domain/media/media-limits.ts'
import { eraseMedia } from './listing-media-service.ts'

export const MEDIA_TABLES = {
  media: {
    erased: 'owner_id',
    file: 'photos-and-videos.json',
    says: 'The photos and videos of your listings: where each can be downloaded, its size, and when it was uploaded.',
    isOf: ofOwner,
    key: ['id'],
    columns: {
      id: { name: 'address', read: ({ id, kind }) => largestUrl(kind, id) },
      owner_id: OWN_ID,
      posting_id: 'listing',
      kind: 'kind',
      created_at: 'uploadedAt',
      unused_since: 'unusedSince',
      width: 'width',
      height: 'height',
      duration_ms: 'durationMs',
      bytes: 'uploadedBytes',
      checksum: INTERNAL,
      perceptual_hash: INTERNAL,
      crop_hashes: INTERNAL,
      thumbhash: INTERNAL,
    },
  },
  // Deleted with their photo.
  photo_bands: leaveTableOut('Numbers computed from your photos, by which copies are found.', null),
} satisfies Partial<PersonalTables>

export const eraseMediaOf: Eraser = async (trx, { account, now }) => {
  await eraseMedia(trx, account.id, now)
  return []
}
