import { takeTurn } from '#src/storage/lock-turn.ts'
import { holdPage } from '#src/storage/page-hold.ts'
import {
  findSaveRefusal,
  SaveError,
  type SaveRefusal,
  type SavingParts,
  saveVideo,
  type VideoSave,
} from './video-saving.ts'

// Saves one video at a time across all tabs, because parallel saves would all take longer. The holder of the lock may
// treat any other unfinished save as abandoned.

const LOCK = 'video-saving'
const PROGRESS_BYTES = 64 * 1024 // throttles progress: a fast network delivers more parts than a screen needs to show

export type SaveStep =
  /** Waits while another video is being saved. */
  | { step: 'waiting' }
  | { step: 'saving'; bytes: number; total: number | null }
  | { step: 'failed'; reason: SaveRefusal }
  /** `outgoing`: the number of evicted videos. */
  | { step: 'done'; outgoing: number }

export interface SaveQueueParts extends SavingParts {
  locks: Pick<LockManager, 'request'>
  /** Whether the user has chosen to work offline. No requests are sent then. */
  isWorkingOffline(): boolean
}

type WantedVideo = Pick<VideoSave, 'url' | 'posterUrl' | 'userId' | 'mayEvict'>

interface Running {
  stop: AbortController
  ended: Promise<void>
}

/** `notify` receives the progress of each save by video URL; null for a cancelled save. */
export function createSaveQueue(
  parts: SaveQueueParts,
  notify: (url: string, step: SaveStep | null) => void,
) {
  const { store, locks } = parts
  const running = new Map<string, Running>()

  async function removeUnfinished(): Promise<void> {
    try {
      await store.removeUnfinished(parts.now())
    } catch (error) {
      console.warn('Partly saved videos could not be removed.', error)
    }
  }

  async function saveInTurn(wanted: WantedVideo, signal: AbortSignal): Promise<number> {
    const { url } = wanted
    if (parts.isWorkingOffline()) throw new SaveError('working-offline')
    notify(url, { step: 'waiting' })
    const save = async () => {
      notify(url, { step: 'saving', bytes: 0, total: null })
      await removeUnfinished()
      let reportedBytes = 0
      const onProgress = (bytes: number, total: number | null) => {
        if (bytes - reportedBytes < Math.max(PROGRESS_BYTES, (total ?? 0) / 100)) return
        reportedBytes = bytes
        notify(url, { step: 'saving', bytes, total })
      }
      return saveVideo(parts, { ...wanted, signal, onProgress })
    }
    return takeTurn(locks, LOCK, save, signal)
  }

  async function run(wanted: WantedVideo, signal: AbortSignal): Promise<void> {
    const { url } = wanted
    try {
      const outgoing = await saveInTurn(wanted, signal)
      notify(url, { step: 'done', outgoing })
    } catch (error) {
      const reason = findSaveRefusal(error, signal)
      if (reason === 'storage') console.error('A video could not be saved.', error)
      notify(url, reason && { step: 'failed', reason })
    } finally {
      running.delete(url)
    }
  }

  const tidied = locks.request(LOCK, { ifAvailable: true }, async (lock) => {
    if (lock) await removeUnfinished()
  })

  return {
    save(wanted: WantedVideo): Promise<void> {
      const { url } = wanted
      const already = running.get(url)
      if (already) return already.ended
      const stop = new AbortController()
      const ended = holdPage(run(wanted, stop.signal))
      running.set(url, { stop, ended })
      return ended
    },
    /** Cancels a save and removes its data. */
    cancel(url: string): void {
      running.get(url)?.stop.abort()
    },
    /** Cancels all saves; resolves when they have ended. */
    async cancelAll(): Promise<void> {
      const all = [...running.values()]
      for (const { stop } of all) stop.abort()
      await Promise.all([tidied, ...all.map(({ ended }) => ended)])
    },
  }
}
