import { ApiError } from '#src/api/api-error.ts'
import { findVideoFacts } from '#src/api/video-download.ts'
import {
  isSameVideo,
  posterIdOf,
  type SavedVideo,
  savedVideoAddress,
  type VideoFileFacts,
} from '#src/domain/saved-video.ts'
import type { UserSource } from '#src/session/session-store.ts'
import { createSaveQueue, type SaveQueueParts, type SaveStep } from './save-queue.ts'
import { measureSpace } from './video-space.ts'

// The state of the videos saved on this device, for screens, and the user's actions on the videos.

const FACTS_WAIT_MS = 2_000 // playback of a saved video waits at most this long for the check that the copy is current

const UNKNOWN: VideoFileFacts = { bytes: null, etag: null }

export interface SavedVideosSnapshot {
  /** Oldest first; null until loaded, and when the storage cannot be read. */
  videos: readonly SavedVideo[] | null
  /** The progress of the saves that this page started, by video URL. */
  steps: ReadonlyMap<string, SaveStep>
  /** The size and the ETag of each checked video on the server, by URL; null if the server did not send them. */
  facts: ReadonlyMap<string, VideoFileFacts>
  /** Maximum bytes of all saved videos together; null until known. */
  limit: number | null
}

export interface SavedVideosParts extends SaveQueueParts {
  user: UserSource
}

export type SavedVideos = ReturnType<typeof createSavedVideos>

export function createSavedVideos(parts: SavedVideosParts) {
  const { store, user } = parts
  const listeners = new Set<() => void>()
  const nothing = { videos: null, steps: new Map(), facts: new Map() }
  let snapshot: SavedVideosSnapshot = { ...nothing, limit: null }
  let followed: string | null = null
  let stopFollowing = () => {}
  const queue = createSaveQueue(parts, (url, step) => {
    const steps = new Map(snapshot.steps)
    if (step) steps.set(url, step)
    else steps.delete(url)
    set({ steps })
  })

  function set(next: Partial<SavedVideosSnapshot>): void {
    snapshot = { ...snapshot, ...next }
    for (const listener of listeners) listener()
  }

  function follow(): void {
    const userId = user.findUserId()
    if (userId === followed) return
    followed = userId
    stopFollowing()
    void queue.cancelAll()
    set(nothing)
    stopFollowing = userId === null ? () => {} : observe(userId)
  }

  function observe(userId: string): () => void {
    return store.observe(
      userId,
      (videos) => set({ videos }),
      (error) => {
        console.warn('The saved videos cannot be read.', error)
        set({ videos: null })
      },
    )
  }

  const unsubscribe = user.subscribe(follow)
  follow()
  const measured = measureSpace(parts.storage).then(({ limit }) => set({ limit }))

  function setFacts(url: string, found: VideoFileFacts): void {
    set({ facts: new Map(snapshot.facts).set(url, found) })
  }

  /** Requests a video's size and ETag. Null while working offline or after a failure; known values stay. */
  async function fetchFacts(url: string): Promise<VideoFileFacts | null> {
    const found = parts.isWorkingOffline() ? null : await ask(url)
    if (found) setFacts(url, found)
    else if (!snapshot.facts.has(url)) setFacts(url, UNKNOWN)
    return found
  }

  async function markUsed({ id }: SavedVideo): Promise<void> {
    try {
      await store.markUsed(id, parts.now())
    } catch (error) {
      console.warn('A saved video is played, but does not count as used.', error)
    }
  }

  return {
    get: (): SavedVideosSnapshot => snapshot,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    fetchFacts,

    /**
     * The URL from which to load `url`. For a saved video: the URL of its copy, which is marked as used, or `url` if
     * the server reports another video there. For a saved poster: always the URL of its copy, because screens ask only
     * after the poster failed to load. For anything else: `url` itself.
     */
    async findSource(url: string): Promise<{ src: string; isSaved: boolean }> {
      const userId = user.findUserId()
      const videos = userId === null ? [] : await store.list(userId)
      const saved = videos.find((video) => video.url === url)
      if (!saved) return findSavedPoster(videos, url) ?? { src: url, isSaved: false }
      const facts = await fetchFacts(url)
      if (facts !== null && !isSameVideo(saved, facts)) return { src: url, isSaved: false }
      await markUsed(saved)
      return { src: savedVideoAddress(saved), isSaved: true }
    },

    /** Saves a video, and removes others for it only if it may. The snapshot reports the progress and the result. */
    async save(url: string, posterUrl: string | null = null, mayEvict = true): Promise<void> {
      const userId = user.findUserId()
      if (userId !== null) await queue.save({ url, posterUrl, userId, mayEvict })
    },

    cancel: queue.cancel,

    remove: (video: SavedVideo): Promise<void> => store.remove(video.id),

    async removeAll(): Promise<void> {
      const userId = user.findUserId()
      if (userId !== null) await store.removeOf(userId)
    },

    /** Cancels running saves; resolves when they have ended. */
    async dispose(): Promise<void> {
      unsubscribe()
      stopFollowing()
      await Promise.all([queue.cancelAll(), measured])
      listeners.clear()
    },
  }
}

function findSavedPoster(videos: readonly SavedVideo[], url: string) {
  const video = videos.find(({ poster }) => poster?.url === url)
  return video && { src: savedVideoAddress({ url, id: posterIdOf(video.id) }), isSaved: true }
}

async function ask(url: string): Promise<VideoFileFacts | null> {
  try {
    return await findVideoFacts(url, AbortSignal.timeout(FACTS_WAIT_MS))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return null
  }
}
