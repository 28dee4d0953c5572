// A listing's video that is kept on a device for offline review: how much room there is for such, which of them go out
// first, and under which address the saved copy is played.

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

/** How many bytes all saved videos together may have. `quota` is what the browser grants this site, if it says so. */
export function findVideoLimit(quota: number | null): number {
  return quota === null ? MOST_BYTES : Math.min(MOST_BYTES, Math.floor(quota / QUOTA_PARTS))
}

/** Which of the saved videos go out so that one of `bytes` has room: the least recently used first, and no more than needed. */
export function listOutgoing(
  kept: readonly SavedVideo[],
  bytes: number,
  limit: number,
): SavedVideo[] {
  const leastRecentFirst = [...kept].sort((a, b) => lastUse(a) - lastUse(b))
  const outgoing: SavedVideo[] = []
  let total = sumBytes(kept) + bytes
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

const MARK = 'saved-copy'

/**
 * Where a saved copy is played: the video's own address with a mark, which the worker alone looks at. A server ignores
 * it, so that whoever has no worker or no copy any more plays from there.
 */
export function savedVideoAddress({ url, id }: Pick<SavedVideo, 'url' | 'id'>): string {
  return `${url}${url.includes('?') ? '&' : '?'}${MARK}=${id}`
}

/** The saved copy that an address asks for; null for every other address. */
export function findSavedVideoId({ searchParams }: URL): string | null {
  return searchParams.get(MARK)
}
