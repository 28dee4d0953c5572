import Dexie, { type EntityTable, type Table } from 'dexie'
import type { MediaKind } from '#src/domain/media/media-limits.ts'
import type { PostingFlaws } from '#src/domain/posting/posting-check.ts'
import type { TypedPosting } from '#src/domain/posting/typed-posting.ts'

// Listings and files of owners that are not on the server yet. Their own database, which is opened only where people
// post listings.

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

/** A listing as its owner has written it on this device. */
export interface UnsentListing {
  userId: string
  id: string
  typed: TypedPosting
  /** Photos and the video that the server has, in their order. */
  media: readonly string[]
  /** The server's version that it is based on; null for one that the server does not have. */
  version: number | null
  /** Another one after each edit: a tab that knows an earlier one replaces nothing. */
  mark: string
  /** Milliseconds since the epoch. */
  editedAt: number
  /** The key of the submission that its owner asked for; null for a draft. */
  submitKey: string | null
  /** Why the server refused it; it is not sent again by itself. */
  problem: ListingProblem | null
}

export interface ListingProblem {
  sentence: string
  fields: PostingFlaws
}

export interface UploadsDatabase extends Dexie {
  queued: EntityTable<QueuedUpload, 'id'>
  /** Bytes of files where the browser has no file system for pages. */
  files: EntityTable<{ id: string; file: Blob }, 'id'>
  listings: Table<UnsentListing, [userId: string, id: string]>
}

const NAME = 'uploads'

/** Whether somebody has uploaded with this browser. */
export function hasUploadsDatabase(): Promise<boolean> {
  return Dexie.exists(NAME)
}

export function createUploadsDatabase(name = NAME): UploadsDatabase {
  const database = new Dexie(name) as UploadsDatabase // Dexie adds the tables declared below
  database.version(1).stores({ queued: 'id, userId, [userId+listingId]', files: 'id' })
  database.version(2).stores({ listings: '[userId+id], userId' })
  return database
}
