import type { Readable } from 'node:stream'
import type { MediaName } from './media-names.ts'

export interface MediaFile {
  bytes: number
  modifiedAt: Date
  contentType: string
  /** The bytes from `start` to `end`, both included. */
  read(range: { start: number; end: number }): Readable
  /**
   * Closes the file after a response without a body. A stream closes the file itself when it is
   * read or cancelled.
   */
  close(): Promise<void>
}

/**
 * Stores the files of photos and videos, which `/media` serves. A file never changes while its row
 * exists. Every method throws a MediaStoreError if the store fails.
 */
export interface MediaStore {
  /** Stores one file of a photo or video, replacing an earlier one. */
  put(file: MediaName, content: Buffer): Promise<void>
  putFile(file: MediaName, path: string): Promise<void>
  /** Returns null if there is no such file. */
  open(file: MediaName): Promise<MediaFile | null>
  /** Deletes all files of a photo or video, if there are any. */
  remove(mediaId: string): Promise<void>
  /** @throws MediaStoreError if the store cannot be used */
  check(): Promise<void>
}
