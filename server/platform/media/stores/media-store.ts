import type { Readable } from 'node:stream'
import type { MediaName } from './media-names.ts'

export interface MediaFile {
  bytes: number
  modifiedAt: Date
  contentType: string
  /** The bytes from `start` to `end`, both included. */
  read(range: { start: number; end: number }): Readable
  /**
   * Closes a file that was not read, as after a response without a body. A stream from `read` closes
   * the file itself when it ends or is destroyed.
   */
  close(): Promise<void>
}

export interface StoredMedia {
  mediaId: string
  modifiedAt: Date
}

/**
 * Stores the files of photos and videos, which `/media` serves. A file never changes while the database
 * has its row. Every method throws a MediaStoreError if the store fails.
 */
export interface MediaStore {
  /** Stores one file of a photo or video. Replaces a file that an earlier try has left. */
  put(file: MediaName, content: Buffer): Promise<void>
  putFile(file: MediaName, path: string): Promise<void>
  /** Spares the free room of the disk to which files are stored. @throws ServerError 507 */
  requireSpace(bytes: number): Promise<void>
  /** Returns null if there is no such file, or if it is not a picture or video. */
  open(file: MediaName): Promise<MediaFile | null>
  /** All photos and videos that have files, in no order; one may come several times. */
  list(): AsyncIterable<StoredMedia>
  /** Deletes all files of a photo or video, if there are any. */
  remove(mediaId: string): Promise<void>
  /** @throws MediaStoreError if the store cannot be used */
  check(): Promise<void>
}
