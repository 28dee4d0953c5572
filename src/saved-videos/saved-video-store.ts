import Dexie, { liveQuery } from 'dexie'
import type { VideoPart } from '#src/api/video-download.ts'
import { listOutgoing, posterIdOf, type SavedVideo, sumBytes } from '#src/domain/saved-video.ts'
import type { CacheDatabase, VideoRow } from '#src/storage/cache-database.ts'
import { CHUNK_BYTES } from './saved-video-reader.ts'

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
  /** Of the version whose rest can be requested after a break; null if it cannot. */
  etag: string | null
  beganAt: number
}

/** A video of which the first bytes are stored, in whole chunks. */
export interface StoredPart extends VideoPart {
  id: string
}

const PART_MS = 86_400_000 // a reviewer is back in the network within a day

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

    async begin({ beganAt, ...video }: NewVideo): Promise<void> {
      const unknown = { bytes: 0, contentType: '' }
      await videos.add({ ...video, ...unknown, savedAt: beganAt, state: 'saving' })
    },

    /** What an earlier save of this video has stored, and can go on from. Other chunks of it are removed. */
    findPart(userId: string, url: string): Promise<StoredPart | null> {
      return change(async () => {
        const own = await videos.where({ userId }).toArray()
        const row = own.find((one) => one.url === url && isPart(one))
        if (!row || row.etag === null) return null
        const { id, etag } = row
        const chunks = videoPieces
          .where('[videoId+index]')
          .between([id, Dexie.minKey], [id, Dexie.maxKey])
        const stored = (await chunks.primaryKeys()).map(([, index]) => index)
        const missing = stored.findIndex((index, place) => index !== place)
        const count = missing < 0 ? stored.length : missing
        const last = await videoPieces.get([id, count - 1])
        const kept = last && last.bytes.byteLength < CHUNK_BYTES ? count - 1 : count
        await videoPieces.bulkDelete(
          stored.filter((index) => index >= kept).map((index) => [id, index]),
        )
        if (kept === 0) return null
        return { id, etag, bytes: kept * CHUNK_BYTES }
      })
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

    /** Also parts that a later save could go on from. */
    removeOf(userId: string): Promise<void> {
      return change(async () =>
        removeAll([
          ...(await list(userId)),
          ...(await videos.where({ userId }).toArray()).filter(isPart),
        ]),
      )
    },

    /**
     * Removes abandoned saves, but for those that another try can go on from for a day. Only for the holder of the save lock,
     * for whom all unfinished saves are abandoned.
     */
    removeUnfinished(now: number): Promise<void> {
      return change(async () => {
        const isFresh = (row: VideoRow) => isPart(row) && Math.abs(now - row.savedAt) < PART_MS
        const unfinished = await videos.filter(({ state }) => state === 'saving').toArray()
        await removeAll(unfinished.filter((row) => !isFresh(row)))
      })
    },

    /** Removes the parts of other videos, to make room. For the holder of the save lock. */
    removeOtherParts(url: string): Promise<void> {
      return change(async () =>
        removeAll(await videos.filter((row) => isPart(row) && row.url !== url).toArray()),
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

/** Whether another try can go on from what is stored. */
function isPart({ state, etag, posterOf }: VideoRow): boolean {
  return state === 'saving' && etag !== null && posterOf === undefined
}
