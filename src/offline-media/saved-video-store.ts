import { liveQuery } from 'dexie'
import { listOutgoing, posterIdOf, type SavedVideo, sumBytes } from '#src/domain/saved-video.ts'
import type { CacheDatabase, VideoRow } from '#src/storage/cache-database.ts'

// Videos that a person saved for offline review. A video is saved when its row says so, and that is said in the step that
// follows its last byte; until then it is nobody's. Each step asks for the row first: where a sign-out has taken it away,
// in whichever tab, nothing of the video can be added any more.

/** The row went while its video was on the way: by a sign-out, or by another tab that took it for abandoned. */
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
/** Its bytes are there already, under `posterIdOf`. */
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

  /** Oldest first, without posters. */
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
    addPiece(videoId: string, index: number, bytes: ArrayBuffer): Promise<void> {
      return change(async () => {
        await requireSaving(videoId)
        await videoPieces.put({ videoId, index, bytes })
      })
    },

    /**
     * Makes a whole video a saved one. Only now do others make room for it, in the same step: a save that fails costs
     * nobody a video. Answers how many went out; an older copy of the same video is replaced and not counted.
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

    /** A video that is played stays longer than one that nobody plays; one that is gone meanwhile stays gone. */
    async markUsed(id: string, usedAt: number): Promise<void> {
      await videos.update(id, { usedAt })
    },

    remove(id: string): Promise<void> {
      return change(() => removeAll([{ id }]))
    },

    removeOf(userId: string): Promise<void> {
      return change(async () => removeAll(await list(userId)))
    },

    /** What nobody saves any more: their page is gone. Only for whoever holds the lock of saving. */
    removeUnfinished(): Promise<void> {
      return change(async () =>
        removeAll(await videos.filter(({ state }) => state === 'saving').toArray()),
      )
    },

    /** Tells now and after every change, of any tab; answers how to stop. */
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
