import type { CacheDatabase, VideoRow } from '#src/storage/cache-database.ts'

// Reads saved videos. Separate from saved-video-store.ts, so that the worker does not load the code to save videos.

/** Small enough for a phone's memory, large enough for few transactions. */
export const CHUNK_BYTES = 1024 * 1024

export type SavedVideoReader = ReturnType<typeof createSavedVideoReader>

export function createSavedVideoReader({ videos, videoPieces }: CacheDatabase) {
  return {
    async find(userId: string, id: string): Promise<VideoRow | null> {
      const row = await videos.get(id)
      return row?.userId === userId && row.state === 'saved' ? row : null
    },

    /** Null if the video has been removed. */
    async findChunk(videoId: string, index: number): Promise<ArrayBuffer | null> {
      return (await videoPieces.get([videoId, index]))?.bytes ?? null
    },
  }
}
