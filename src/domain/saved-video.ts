// Listing videos saved on a device for offline review: their storage limit, the eviction order, and the URL of the saved
// copy.

export interface SavedVideo {
  id: string
  /** The URL from which the video was saved. */
  url: string
  bytes: number
  etag: string | null
  /** Epoch milliseconds. */
  savedAt: number
  /** When the saved copy was last played, in epoch milliseconds; absent until then. */
  usedAt?: number
  /** The poster that was saved with the video, under the id `posterIdOf(id)`. */
  poster?: { url: string; bytes: number }
}

/** A video's metadata from the server's headers; null for each missing value. */
export interface VideoFileFacts {
  bytes: number | null
  etag: string | null
}

const MOST_BYTES = 500_000_000 // about 25 minutes of video as owners upload it, and a small part of a phone's storage
const QUOTA_PARTS = 5 // at most a fifth of the quota: cached listings and queued changes need room too

/**
 * The maximum size of all saved videos together, in bytes. `quota` is this site's browser quota; null if not reported.
 */
export function findVideoLimit(quota: number | null): number {
  return quota === null ? MOST_BYTES : Math.min(MOST_BYTES, Math.floor(quota / QUOTA_PARTS))
}

/** The saved videos to evict so that `bytes` fit: least recently used first, and no more than needed. */
export function listOutgoing(
  saved: readonly SavedVideo[],
  bytes: number,
  limit: number,
): SavedVideo[] {
  const leastRecentFirst = [...saved].sort((a, b) => lastUse(a) - lastUse(b))
  const outgoing: SavedVideo[] = []
  let total = sumBytes(saved) + bytes
  for (const video of leastRecentFirst) {
    if (total <= limit) break
    outgoing.push(video)
    total -= sumBytes([video])
  }
  return outgoing
}

function lastUse({ savedAt, usedAt }: SavedVideo): number {
  return usedAt ?? savedAt
}

export function sumBytes(videos: readonly Pick<SavedVideo, 'bytes' | 'poster'>[]): number {
  return videos.reduce((sum, { bytes, poster }) => sum + bytes + (poster?.bytes ?? 0), 0)
}

/** The id under which the poster of a saved video is stored, and by which the worker finds it. */
export function posterIdOf(videoId: string): string {
  return `${videoId}-poster`
}

/** Whether the server still has the same video, by comparing ETags or, if one is missing, sizes. */
export function isSameVideo(
  saved: Pick<SavedVideo, 'bytes' | 'etag'>,
  now: VideoFileFacts,
): boolean {
  if (saved.etag !== null && now.etag !== null) return bareTag(saved.etag) === bareTag(now.etag)
  return now.bytes === null || now.bytes === saved.bytes
}

/** Removes the prefix W/ of a weak ETag, which a proxy adds to the ETag when it compresses the same file. */
function bareTag(etag: string): string {
  return etag.replace(/^W\//, '')
}

const SAVED_COPY_PARAM = 'saved-copy'

/**
 * The URL of a saved copy: the video's URL with a query parameter that only the worker reads. The server ignores it, so
 * without a worker or a copy the video plays from the server.
 */
export function savedVideoAddress({ url, id }: Pick<SavedVideo, 'url' | 'id'>): string {
  return `${url}${url.includes('?') ? '&' : '?'}${SAVED_COPY_PARAM}=${id}`
}

/** The id of the saved copy that a URL requests; null for any other URL. */
export function findSavedVideoId({ searchParams }: URL): string | null {
  return searchParams.get(SAVED_COPY_PARAM)
}
