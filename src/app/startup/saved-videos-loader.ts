import type { DeviceStorage } from '#src/app/device/device-storage.ts'
import type { WorkOffline } from '#src/outbox/work-offline.ts'
import type { SavedVideos } from '#src/saved-videos/saved-videos.ts'
import type { UserSource } from '#src/session/session-store.ts'
import { whileVisible } from '#src/storage/page-presence.ts'

// Access to the videos saved on this device. Their code is lazy: it loads when a screen first calls `open`.

export interface SavedVideosLoaderParts {
  openStorage(): Promise<Pick<DeviceStorage, 'cache' | 'suspension'>>
  user: UserSource
  workOffline: Pick<WorkOffline, 'get'>
}

const NOWHERE = Promise.resolve(null)

export function createSavedVideosLoader(
  parts: SavedVideosLoaderParts,
  window: Window & typeof globalThis,
) {
  const { navigator } = window
  let opened: Promise<SavedVideos | null> | null = null
  let loaded: SavedVideos | null = null

  async function load(): Promise<SavedVideos | null> {
    try {
      const [{ createSavedVideos }, { createSavedVideoStore }, { cache, suspension }] =
        await Promise.all([
          import('#src/saved-videos/saved-videos.ts'),
          import('#src/saved-videos/saved-video-store.ts'),
          parts.openStorage(),
        ])
      // `observe` needs no protection against suspension: it begins anew when the page is visible again.
      const { observe, ...calls } = createSavedVideoStore(cache)
      loaded = createSavedVideos({
        store: {
          observe: (...given) => whileVisible(window.document, () => observe(...given)),
          ...suspension.protect(calls),
        },
        user: parts.user,
        locks: navigator.locks,
        storage: navigator.storage,
        isWorkingOffline: parts.workOffline.get,
        now: Date.now,
        makeId: () => window.crypto.randomUUID(),
      })
      return loaded
    } catch (error) {
      console.warn('Saved videos are unavailable here.', error)
      opened = null // the next call tries again
      return null
    }
  }

  return {
    /**
     * Resolves to null if the code cannot be loaded, or if no worker controls the page (in insecure contexts and in
     * development), because only a worker can play saved videos.
     */
    open(): Promise<SavedVideos | null> {
      if (!navigator.serviceWorker?.controller) return opened ?? NOWHERE
      opened ??= load()
      return opened
    },
    /** What `open` has resolved to before; null until then. */
    findOpened: (): SavedVideos | null => loaded,
    async close(): Promise<void> {
      await (await opened)?.dispose()
    },
  }
}
