import Dexie, { type EntityTable, type Table } from 'dexie'
import type { SavedVideo } from '#src/domain/saved-video.ts'

// The database for data that may be lost, with relaxed durability: cache entries of reads, videos saved for offline
// review, and the worker's copy of the session.

/** One cache entry without its rows. */
export interface CacheEntryRow {
  key: string
  /** TanStack Query's PersistedQuery, without its rows. */
  header: unknown
  /** Ids of the entry's chunks, in the order of the rows; null for a query without rows. */
  pieceIds: readonly number[] | null
  /** Changes when chunks are written, so that a tab detects writes of other tabs. */
  stamp: string
}

/** A chunk of a cache entry's rows, small enough to be written without blocking the main thread. */
export interface QueryChunk {
  key: string
  index: number
  rows: readonly unknown[]
}

/** The session for the worker, which cannot read localStorage. */
export interface SessionMirror {
  name: 'session'
  userId: string
  token: string
  expiresAt: string | null
}

/** A video that is saved, or being saved, on this device. */
export interface VideoRow extends SavedVideo {
  userId: string
  /**
   * Only a video in the state 'saved' is complete. While one is being saved, `savedAt` is when that began, and `etag` that of
   * the version of which the rest can be requested later; null if it cannot.
   */
  state: 'saving' | 'saved'
  contentType: string
  /** For a poster, the id of its video. A poster has its own row and is removed with its video. */
  posterOf?: string
}

/** A chunk of a video, so that saving and playing never need the whole video in memory. */
export interface VideoChunk {
  videoId: string
  index: number
  bytes: ArrayBuffer
}

export interface CacheDatabase extends Dexie {
  copies: EntityTable<CacheEntryRow, 'key'>
  pieces: Table<QueryChunk, [string, number]>
  mirror: EntityTable<SessionMirror, 'name'>
  videos: EntityTable<VideoRow, 'id'>
  videoPieces: Table<VideoChunk, [string, number]>
}

export function createCacheDatabase(name = 'cache'): CacheDatabase {
  const database = new Dexie(name, { chromeTransactionDurability: 'relaxed' }) as CacheDatabase // Dexie adds the tables declared below
  database.version(1).stores({ copies: 'key', pieces: '[key+index]', mirror: 'name' })
  database.version(2).stores({ videos: 'id, userId', videoPieces: '[videoId+index]' })
  return database
}
