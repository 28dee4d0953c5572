import Dexie, { type EntityTable } from 'dexie'
import type { MediaKind } from '#src/domain/media/media-limits.ts'

// Files that wait for their upload. Their own database, which is opened only where people upload: a file that
// the device loses can be chosen again, unlike a queued change.

export interface QueuedUpload {
  id: string
  userId: string
  listingId: string
  kind: MediaKind
  name: string
  bytes: number
  /** The kept bytes are those to send: a video is compressed, or stays as it is. */
  isPrepared: boolean
  /** Milliseconds since the epoch: files are sent in the order in which they were chosen. */
  addedAt: number
  /** The address of the upload on the server; null until the server knows it. */
  url: string | null
  /** All bytes are on the server, which has to make a photo or video of them. */
  isSent: boolean
  /** Why the server refused the file; it is not sent again by itself. */
  problem: string | null
}

export interface UploadsDatabase extends Dexie {
  queued: EntityTable<QueuedUpload, 'id'>
  /** Bytes of files where the browser has no file system for pages. */
  files: EntityTable<{ id: string; file: Blob }, 'id'>
}

const NAME = 'uploads'

/** Whether somebody has uploaded with this browser. */
export function hasUploadsDatabase(): Promise<boolean> {
  return Dexie.exists(NAME)
}

export function createUploadsDatabase(name = NAME): UploadsDatabase {
  const database = new Dexie(name) as UploadsDatabase // Dexie adds the tables declared below
  database.version(1).stores({ queued: 'id, userId, [userId+listingId]', files: 'id' })
  return database
}
