import { isMediaUrl } from '#server/outbound/outbound-service.ts'
import { type ImportItem, type ItemError, NO_ADDRESS } from '#src/domain/import/import-item.ts'
import type { WantedMedia } from './import-media-plan.ts'

const MAX_CHARS = 2_000 // of a normalised URL; an index entry of PostgreSQL has room for 2,700 bytes

export type ReadAddresses = { wanted: WantedMedia } | { errors: ItemError[] }

/** Normalises and checks an item's media URLs. Resolves no host, so that a dry run contacts no other server. */
export function readAddresses({ photos, video }: ImportItem): ReadAddresses {
  const wanted = {
    photos: [...new Set(photos.map(normalise))],
    video: video === null ? null : normalise(video),
  }
  const errors: ItemError[] = []
  const wrong = wanted.photos.findIndex((address) => !isFetchable(address))
  if (wrong >= 0)
    errors.push({ field: 'photos', error: `Correct address ${wrong + 1}. ${NO_ADDRESS}` })
  if (wanted.video !== null && !isFetchable(wanted.video))
    errors.push({ field: 'video', error: NO_ADDRESS })
  else if (wanted.video !== null && wanted.photos.includes(wanted.video))
    errors.push({ field: 'video', error: 'This is the address of a photo, too.' })
  return errors.length > 0 ? { errors } : { wanted }
}

function isFetchable(address: string): boolean {
  return address.length <= MAX_CHARS && isMediaUrl(address)
}

function normalise(address: string): string {
  const text = address.trim()
  return URL.canParse(text) ? new URL(text).href : text
}
