import { liveQuery } from 'dexie'
import { listOutgoing, posterIdOf, type SavedVideo, sumBytes } from '#src/domain/saved-video.ts'
import type { CacheDatabase, VideoRow } from '#src/storage/cache-database.ts'

// Videos saved for offline review. A video counts as saved once its row has the state 'saved', which is written after
// its last byte; until then, no user can see it. Each later write of a save first checks the row, so that it adds
// nothing after a sign-out in any tab has removed the row.

/** The video's row was removed during the save, by a sign-out or by a tab that treated the save as abandoned. */
export class SaveEndedError extends Error {
  override readonly name = 'SaveEndedError'
}

export interface NewVideo {
  id: string
  userId: string
  url: string
  posterOf?: string
}

export type WholeFile = Pick<VideoRow, 'bytes' | 'contentType' | 'etag'>
export type WholeVideo = WholeFile & Pick<VideoRow, 'savedAt'>
/** A poster whose bytes are already stored, under the id that `posterIdOf` returns. */
export type WholePoster = WholeFile & Pick<VideoRow, 'url'>

export type SavedVideoStore = ReturnType<typeof createSavedVideoStore>

export function createSavedVideoStore(database: CacheDatabase) {
  const { videos, videoPieces } = database

  function change<Result>(work: () => Promise<Result>): Promise<Result> {
    return database.transaction('rw', videos, videoPieces, work)
  }

  async function requireSaving(id: string): Promise<VideoRow> {
    const row = await videos.get(id)
    if (row?.state !== 'saving') throw new SaveEndedError('This video is not being saved any more.')
    return row
  }

  async function removeAll(rows: readonly Pick<VideoRow, 'id'>[]): Promise<void> {
    for (const id of rows.flatMap((row) => [row.id, posterIdOf(row.id)])) {
      await videos.delete(id)
      await videoPieces.where('videoId').equals(id).delete()
    }
  }

  /** The user's saved videos, oldest first, without posters. */
  async function list(userId: string): Promise<VideoRow[]> {
    const rows = await videos.where({ userId }).sortBy('savedAt')
    return rows.filter(({ state, posterOf }) => state === 'saved' && posterOf === undefined)
  }

  return {
    list,

    async begin(video: NewVideo): Promise<void> {
      const unknown = { bytes: 0, contentType: '', etag: null, savedAt: 0 }
      await videos.add({ ...video, ...unknown, state: 'saving' })
    },

    /** @throws SaveEndedError */
    addChunk(videoId: string, index: number, bytes: ArrayBuffer): Promise<void> {
      return change(async () => {
        await requireSaving(videoId)
        await videoPieces.put({ videoId, index, bytes })
      })
    },

    /**
     * Marks a complete video as saved. Evicts other videos only now, in the same transaction, so that a failed save
     * evicts none. Returns the number of evicted videos; a replaced copy of the same video does not count.
     * @throws SaveEndedError
     */
    finish(
      id: string,
      whole: WholeVideo,
      limit: number,
      wholePoster: WholePoster | null = null,
    ): Promise<number> {
      return change(async () => {
        const row = await requireSaving(id)
        const kept = await list(row.userId)
        const replaced = kept.filter(({ url }) => url === row.url)
        const others = kept.filter(({ url }) => url !== row.url)
        const saved: VideoRow = { ...row, ...whole, state: 'saved' }
        if (wholePoster) {
          const { savedAt } = whole
          const poster = await requireSaving(posterIdOf(id))
          await videos.put({ ...poster, ...wholePoster, savedAt, state: 'saved' })
          saved.poster = { url: wholePoster.url, bytes: wholePoster.bytes }
        }
        const outgoing = listOutgoing(others, sumBytes([saved]), limit)
        await removeAll([...replaced, ...outgoing])
        await videos.put(saved)
        return outgoing.length
      })
    },

    /** Stores when a video was played, for the eviction order. Does nothing if the video has been removed. */
    async markUsed(id: string, usedAt: number): Promise<void> {
      await videos.update(id, { usedAt })
    },

    remove(id: string): Promise<void> {
      return change(() => removeAll([{ id }]))
    },

    removeOf(userId: string): Promise<void> {
      return change(async () => removeAll(await list(userId)))
    },

    /** Removes abandoned saves. Only for the holder of the save lock, for whom all unfinished saves are abandoned. */
    removeUnfinished(): Promise<void> {
      return change(async () =>
        removeAll(await videos.filter(({ state }) => state === 'saving').toArray()),
      )
    },

    /** Reports the saved videos now and after a change by any tab. Returns a function that stops the reports. */
    observe(
      userId: string,
      onNext: (videos: readonly SavedVideo[]) => void,
      onError: (error: unknown) => void,
    ): () => void {
      const following = liveQuery(() => list(userId)).subscribe(onNext, onError)
      return () => following.unsubscribe()
    },
  }
}
