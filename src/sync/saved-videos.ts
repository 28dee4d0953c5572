import { findVideoFacts } from '#src/api/video-download.ts'
import {
  isSameVideo,
  type SavedVideo,
  savedVideoAddress,
  type VideoFacts,
} from '#src/domain/saved-video.ts'
import type { UserSource } from './outbox-view.ts'
import {
  findRefusal,
  measureSpace,
  SaveError,
  type SaveRefusal,
  type SavingParts,
  saveVideo,
} from './video-saving.ts'

// The videos saved on this device, as screens see them, and what a person can do with them. One video is saved at a time,
// over all tabs: more at once would only come later each, and whoever holds the lock knows that what lies half saved is
// nobody's.

const LOCK = 'video-saving'
const TOLD_BYTES = 64 * 1024 // a fast network brings more parts than a screen need show
const FACTS_WAIT_MS = 2_000 // whoever wants to see a saved video does not wait longer to hear whether it is the newest

export type SaveStep =
  /** Another video is on its way. */
  | { step: 'waiting' }
  | { step: 'saving'; bytes: number; total: number | null }
  | { step: 'failed'; reason: SaveRefusal }
  /** How many older ones went out for it. */
  | { step: 'done'; outgoing: number }

export interface SavedVideosSnapshot {
  /** Oldest first; null as long as it is not known, and where the storage cannot be read. */
  videos: readonly SavedVideo[] | null
  /** By the video's address: what this page began and how it went. */
  steps: ReadonlyMap<string, SaveStep>
  /** What the server tells of videos, as far as it was asked. */
  facts: ReadonlyMap<string, VideoFacts>
  /** How many bytes all of them may have. */
  limit: number | null
}

export interface SavedVideosParts extends SavingParts {
  user: UserSource
  locks: Pick<LockManager, 'request'>
  /** Nothing is asked for while a person works offline on purpose. */
  isWorkingOffline(): boolean
}

export type SavedVideos = ReturnType<typeof createSavedVideos>

export function createSavedVideos(parts: SavedVideosParts) {
  const { store, user, locks } = parts
  const listeners = new Set<() => void>()
  const running = new Map<string, AbortController>()
  const nothing = { videos: null, steps: new Map(), facts: new Map() }
  let snapshot: SavedVideosSnapshot = { ...nothing, limit: null }
  let followed: string | null = null
  let stopFollowing = () => {}

  function set(next: Partial<SavedVideosSnapshot>): void {
    snapshot = { ...snapshot, ...next }
    for (const listener of listeners) listener()
  }

  function tell(url: string, step: SaveStep | null): void {
    const steps = new Map(snapshot.steps)
    if (step) steps.set(url, step)
    else steps.delete(url)
    set({ steps })
  }

  function follow(): void {
    const userId = user.findUserId()
    if (userId === followed) return
    followed = userId
    stopFollowing()
    for (const stop of running.values()) stop.abort()
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
  void measureSpace(parts.storage).then(({ limit }) => set({ limit }))
  void locks.request(LOCK, { ifAvailable: true }, async (lock) => {
    if (lock) await removeUnfinished()
  })

  async function removeUnfinished(): Promise<void> {
    try {
      await store.removeUnfinished()
    } catch (error) {
      console.warn('What is left of broken-off saves could not be removed.', error)
    }
  }

  async function runSave(url: string, userId: string, signal: AbortSignal): Promise<number> {
    if (parts.isWorkingOffline()) throw new SaveError('working-offline')
    return locks.request(LOCK, { signal }, async () => {
      await removeUnfinished()
      tell(url, { step: 'saving', bytes: 0, total: snapshot.facts.get(url)?.bytes ?? null })
      let told = 0
      const onProgress = (bytes: number, total: number | null) => {
        if (bytes - told < Math.max(TOLD_BYTES, (total ?? 0) / 100)) return
        told = bytes
        tell(url, { step: 'saving', bytes, total })
      }
      return saveVideo(parts, { url, userId, signal, onProgress })
    })
  }

  /** Asks the server for a video's size and tag; null when they cannot be learnt now, and stay as they were known. */
  async function look(url: string): Promise<VideoFacts | null> {
    if (parts.isWorkingOffline()) return null
    try {
      const found = await findVideoFacts(url, AbortSignal.timeout(FACTS_WAIT_MS))
      set({ facts: new Map(snapshot.facts).set(url, found) })
      return found
    } catch (error) {
      console.info('The server does not tell about this video now.', error)
      return null
    }
  }

  return {
    get: (): SavedVideosSnapshot => snapshot,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    look,

    /** Where a video is best played from: its saved copy, unless the server is known to have another by now. */
    async findSource(url: string): Promise<{ src: string; isSaved: boolean }> {
      const userId = user.findUserId()
      const videos = userId === null ? [] : await store.list(userId)
      const saved = videos.find((video) => video.url === url)
      if (!saved) return { src: url, isSaved: false }
      const facts = await look(url)
      const isNewest = facts === null || isSameVideo(saved, facts)
      return isNewest
        ? { src: savedVideoAddress(saved), isSaved: true }
        : { src: url, isSaved: false }
    },

    /** How it goes and went is in the snapshot. */
    async save(url: string): Promise<void> {
      const userId = user.findUserId()
      if (userId === null || running.has(url)) return
      const stop = new AbortController()
      running.set(url, stop)
      tell(url, { step: 'waiting' })
      try {
        const outgoing = await runSave(url, userId, stop.signal)
        tell(url, { step: 'done', outgoing })
      } catch (error) {
        const reason = findRefusal(error, stop.signal)
        if (reason === 'storage') console.error('A video could not be saved.', error)
        tell(url, reason && { step: 'failed', reason })
      } finally {
        running.delete(url)
      }
    },

    /** Calls a save off; nothing of it stays. */
    cancel(url: string): void {
      running.get(url)?.abort()
    },

    remove: (video: SavedVideo): Promise<void> => store.remove(video.id),

    async removeAll(): Promise<void> {
      const userId = user.findUserId()
      if (userId !== null) await store.removeOf(userId)
    },

    dispose(): void {
      for (const stop of running.values()) stop.abort()
      unsubscribe()
      stopFollowing()
      listeners.clear()
    },
  }
}
