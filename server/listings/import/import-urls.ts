import { isMediaUrl } from '#server/platform/outbound/outbound-service.ts'
import {
  type ImportItem,
  INVALID_MEDIA_URL,
  type ItemError,
} from '#src/domain/import/import-item.ts'
import type { WantedMedia } from './import-media-plan.ts'

const MAX_CHARS = 2_000 // per normalised URL: an index entry of PostgreSQL has room for 2,700 bytes

export type ReadMediaUrls = { wanted: WantedMedia } | { errors: ItemError[] }

/** Normalises and checks an item's media URLs. Resolves no host, so that a dry run contacts no other server. */
export function readMediaUrls({ photos, video }: ImportItem): ReadMediaUrls {
  const wanted = {
    photos: [...new Set(photos.map(normalise))],
    video: video === null ? null : normalise(video),
  }
  const errors: ItemError[] = []
  const wrong = wanted.photos.findIndex((url) => !isFetchable(url))
  if (wrong >= 0)
    errors.push({ field: 'photos', error: `Correct address ${wrong + 1}. ${INVALID_MEDIA_URL}` })
  if (wanted.video !== null && !isFetchable(wanted.video))
    errors.push({ field: 'video', error: INVALID_MEDIA_URL })
  else if (wanted.video !== null && wanted.photos.includes(wanted.video))
    errors.push({ field: 'video', error: 'This is the address of a photo, too.' })
  return errors.length > 0 ? { errors } : { wanted }
}

function isFetchable(url: string): boolean {
  return url.length <= MAX_CHARS && isMediaUrl(url)
}

function normalise(url: string): string {
  const text = url.trim()
  return URL.canParse(text) ? new URL(text).href : text
}
