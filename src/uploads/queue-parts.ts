import type { ListingMedia } from '#src/domain/media/listing-media.ts'
import type { QueuedUpload, UploadsDatabase } from '#src/storage/uploads-database.ts'
import type { CompressionRun } from './video-compression.ts'
import type { Prepared } from './video-preparation.ts'
import type { WifiGate } from './wifi-gate.ts'

// What the queue of uploads needs of browser and server, so that tests play both.

/** What became of one try. */
export type Sent =
  | { kind: 'done'; media: ListingMedia }
  | { kind: 'refused'; sentence: string }
  /** The server has forgotten the upload: it begins again. */
  | { kind: 'gone' }
  /** Nothing is sent yet: a video has become the file that will be. */
  | { kind: 'prepared' }
  | { kind: 'no-answer' }

export interface UploadReport {
  onUrl(url: string): void
  onSent(bytes: number): void
  /** All bytes have arrived. */
  onArrived(): void
}

export interface UploadQueueParts {
  db: UploadsDatabase
  userId: string
  listingId: string
  makeId: () => string
  now: () => number
  /** Closed while files wait for Wi-Fi. */
  gate: Pick<WifiGate, 'find' | 'subscribe'>
  /** Makes a video smaller where that is possible. */
  prepare: (file: Blob, run: CompressionRun) => Promise<Prepared>
  send: (
    upload: QueuedUpload,
    file: Blob,
    report: UploadReport,
    signal: AbortSignal,
  ) => Promise<Sent>
  /** Tells the server that the rest of an upload will not come. */
  giveUp: (url: string) => Promise<void>
  /** Runs the work while no other tab does. */
  runAlone: (work: () => Promise<void>) => Promise<void>
  /** Resolves when another try makes sense. */
  waitToRetry: (tries: number, signal: AbortSignal) => Promise<void>
}
