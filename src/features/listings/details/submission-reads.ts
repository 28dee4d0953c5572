import { ApiError, loadCode } from '#src/api/api-error.ts'
import { findForeignHost } from '#src/api/foreign-url.ts'
import type { Submission } from '#src/api/posting/submission-api.ts'
import { findPhoto } from '#src/api/video-download.ts'
import { onApiHost } from '#src/config/settings.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { PHOTOS_READ, SUBMISSIONS_READ } from '#src/query-cache/saved-read-key.ts'
import type { SavedReadSource } from '#src/query-cache/use-saved-read.ts'

// What an owner submitted, and its small photos: saved for each listing that was shown, so that it stays readable without
// a network.

const MOST_PHOTO_BYTES = 2_000_000 // of one listing: about fifty small photos, so that a server with large ones fills no phone

/** A listing's submission as it was when the listing had this version. */
export interface ReviewedSubmission {
  version: number | null
  /** Null if the server has no submission of the listing for this person. */
  submission: Submission | null
}

/** A small photo by its URL in the submission. An ArrayBuffer, because WebKit may lose stored blobs. */
export interface SavedPhoto {
  url: string
  bytes: ArrayBuffer
}

export function submissionOf({
  id,
  version,
}: Pick<Listing, 'id' | 'version'>): SavedReadSource<ReviewedSubmission> {
  return {
    name: SUBMISSIONS_READ,
    id,
    isOutdated: (value) => value.version !== version,
    async read({ signal }) {
      const { findSubmission } = await loadCode(import('#src/api/posting/submission-api.ts'))
      const submission = await findSubmission(id, signal).catch(orNone)
      return { data: { version, submission }, etag: null, cursor: null }
    },
  }
}

export function photosOf(
  id: string,
  { photos, removedPhotos }: Submission,
): SavedReadSource<readonly SavedPhoto[]> {
  const urls = [...photos, ...removedPhotos].flatMap(({ smallUrl }) => smallUrl ?? [])
  return {
    name: PHOTOS_READ,
    id,
    read: async ({ signal }) => ({
      data: await readPhotos(urls, signal),
      etag: null,
      cursor: null,
    }),
  }
}

async function readPhotos(
  urls: readonly string[],
  signal: AbortSignal | undefined,
): Promise<SavedPhoto[]> {
  const found: SavedPhoto[] = []
  let bytes = 0
  for (const url of urls) {
    const address = onApiHost(url) ?? url
    // The content security policy lets no code read a photo of another site.
    const photo = findForeignHost(address) === null ? await findPhoto(address, signal) : null
    if (!photo || bytes + photo.size > MOST_PHOTO_BYTES) continue
    bytes += photo.size
    found.push({ url, bytes: await photo.arrayBuffer() })
  }
  return found
}

function orNone(error: unknown): null {
  if (error instanceof ApiError && NONE_HERE.has(error.status ?? 0)) return null
  throw error
}

const NONE_HERE = new Set([403, 404])
