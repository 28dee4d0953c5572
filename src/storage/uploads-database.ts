import Dexie, { type EntityTable, type Table, type Transaction } from 'dexie'
import type { MediaKind } from '#src/domain/media/media-limits.ts'
import type { PostingFlaws } from '#src/domain/posting/posting-check.ts'
import type { TypedPosting } from '#src/domain/posting/typed-posting.ts'
import { PROBE_FILLER } from './database-connection.ts'

// The database of owners' listings, and of files of listings and visits, that are not on the server yet. Separate from the other
// databases, because only the screens that add them create it.

export interface QueuedUpload {
  id: string
  userId: string
  /** Of a photo of a visit, the name under which the files of the visit are kept (`visitFilesOf`). */
  listingId: string
  kind: MediaKind
  name: string
  bytes: number
  /** Whether the stored bytes are ready to send: a video is already compressed, or needs no compression. */
  isPrepared: boolean
  /** When a photo of a visit was taken, ISO 8601. */
  takenAt?: string
  /** Milliseconds since the epoch: files are sent in the order in which they were chosen. */
  addedAt: number
  /** The URL of the upload on the server; null until the upload is created there. */
  url: string | null
  /** Whether the server has all bytes, but has not yet added the file to the listing. */
  isSent: boolean
  /** Why the server refused the file, which is then not sent again automatically. */
  problem: string | null
}

/** A listing as its owner has written it on this device. */
export interface UnsentListing {
  userId: string
  id: string
  typed: TypedPosting
  /** Ids of the photos and the video that the server has, in display order. */
  media: readonly string[]
  /** The server's version on which the listing is based; null if the server does not have the listing. */
  version: number | null
  /** Changes with each edit, so that a tab with an earlier mark does not overwrite the edit. */
  mark: string
  /** Milliseconds since the epoch. */
  editedAt: number
  /** The Idempotency-Key of the requested submission; null for a draft. */
  submitKey: string | null
  /** Hashes of drafts that were sent without an answer: the server may have them. */
  unanswered?: readonly string[]
  /** Why the server refused the listing, which is then not sent again automatically. */
  problem: ListingProblem | null
}

export interface ListingProblem {
  sentence: string
  fields: PostingFlaws
  /** The version of another device, which the server has instead. Its owner chooses between the two. */
  newer?: Pick<UnsentListing, 'typed' | 'media' | 'version'>
}

/** The database's id. A recreated database has another id. */
export interface IdRow {
  name: 'id'
  value: number
  /** Written to test whether writes succeed. */
  filler?: string
}

/** A listing that was sent and is gone from `listings`: an edit that is based on it has this version and these files. */
export interface SentRow {
  name: `sent:${string}`
  /** When it was sent, in epoch milliseconds. */
  value: number
  mark: string
  version: number
  media: readonly string[]
}

/** The name of the row about a listing that was sent; without an id, what the names of a person's rows begin with. */
export function sentName(userId: string, listingId: string): SentRow['name'] {
  return `sent:${userId}:${listingId}`
}

export interface UploadsDatabase extends Dexie {
  queued: EntityTable<QueuedUpload, 'id'>
  /** Bytes of files in browsers without an origin-private file system. */
  files: EntityTable<{ id: string; file: Blob }, 'id'>
  listings: Table<UnsentListing, [userId: string, id: string]>
  /** No tables of their own: an upgrade would close the connection of each tab of the build before. */
  about: Table<IdRow | SentRow, (IdRow | SentRow)['name']>
}

const NAME = 'uploads'

/** Whether the database exists. It is created when somebody first posts a listing in this browser. */
export async function hasUploadsDatabase(): Promise<boolean> {
  // Not Dexie.exists(), which opens the database and so may never answer.
  return (await Dexie.getDatabaseNames()).includes(NAME)
}

export function createUploadsDatabase(name = NAME): UploadsDatabase {
  const database = new Dexie(name) as UploadsDatabase // Dexie adds the tables declared below
  database.version(1).stores({ queued: 'id, userId, [userId+listingId]', files: 'id' })
  database.version(2).stores({ listings: '[userId+id], userId' })
  database.version(3).stores({ about: 'name' }).upgrade(addId)
  database.on('populate', addId)
  return database
}

/** Writes a probe and returns the database's id. */
export function probeUploads(database: UploadsDatabase): Promise<number> {
  const { about } = database
  return database.transaction('rw', about, async () => {
    const value = (await about.get('id'))?.value ?? makeId()
    await about.put({ name: 'id', value, filler: PROBE_FILLER })
    return value
  })
}

const makeId = () => crypto.getRandomValues(new Uint32Array(1))[0] ?? 1

async function addId(transaction: Transaction): Promise<void> {
  await transaction.table('about').add({ name: 'id', value: makeId() })
}
