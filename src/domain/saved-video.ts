// Listing videos saved on a device for offline review: their storage limit, the eviction order, and the URL of the saved
// copy.

export interface SavedVideo {
  id: string
  /** Where it was saved from. */
  url: string
  bytes: number
  etag: string | null
  /** Epoch milliseconds. */
  savedAt: number
  /** When its saved copy was last played; absent before that. */
  usedAt?: number
  /** The still picture that was saved with it, under `posterIdOf`. */
  poster?: { url: string; bytes: number }
}

/** What a server tells of a video without sending it; null where it does not tell. */
export interface VideoFacts {
  bytes: number | null
  etag: string | null
}

const MOST_BYTES = 500_000_000 // an hour or two of walkthroughs, and little of a phone
const QUOTA_PARTS = 5 // the listings and the changes live from the same quota

/** Maximum bytes of all saved videos together. `quota` is this site's browser quota, null if not reported. */
export function findVideoLimit(quota: number | null): number {
  return quota === null ? MOST_BYTES : Math.min(MOST_BYTES, Math.floor(quota / QUOTA_PARTS))
}

/** The saved videos to evict so that `bytes` have room: least recently used first, and no more than needed. */
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

/** The worker finds a poster as it finds a video: by an id. */
export function posterIdOf(videoId: string): string {
  return `${videoId}-poster`
}

/** Whether the server still has the video that was saved, as far as it tells. */
export function isSameVideo(saved: Pick<SavedVideo, 'bytes' | 'etag'>, now: VideoFacts): boolean {
  if (saved.etag !== null && now.etag !== null) return bareTag(saved.etag) === bareTag(now.etag)
  return now.bytes === null || now.bytes === saved.bytes
}

/** A proxy that sends the same file in another way marks its tag as weak. */
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

/** The saved copy that an address asks for; null for every other address. */
export function findSavedVideoId({ searchParams }: URL): string | null {
  return searchParams.get(SAVED_COPY_PARAM)
}
