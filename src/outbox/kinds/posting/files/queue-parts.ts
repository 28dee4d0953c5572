import type { ListingMedia } from '#src/domain/media/listing-media.ts'
import type { FileFailure } from '#src/files/send-file.ts'
import type { CompressionRun } from '#src/files/videos/video-compression.ts'
import type { Prepared } from '#src/files/videos/video-preparation.ts'
import type { QueuedUpload, UploadsDatabase } from '#src/storage/uploads-database.ts'
import type { SendGate } from './send-gate.ts'

// The functions of browser and server that the upload queue uses; tests pass their own.

/** The result of one try. */
export type Sent =
  | { kind: 'done'; media: ListingMedia }
  | FileFailure
  /** The server no longer has the upload; the next try sends the file from its first byte. */
  | { kind: 'gone' }
  /** A video is ready to be sent, compressed or as it is. Nothing was sent yet. */
  | { kind: 'prepared' }

export interface UploadReport {
  onUrl(url: string): void
  onSent(bytes: number): void
  /** Called when all bytes have arrived at the server. */
  onArrived(): void
}

export interface UploadQueueParts {
  db: UploadsDatabase
  userId: string
  listingId: string
  makeId: () => string
  now: () => number
  /** While it is closed, no file is sent. */
  gate: SendGate
  /** Compresses a video if the browser can. */
  prepare: (file: Blob, run: CompressionRun) => Promise<Prepared>
  send: (
    upload: QueuedUpload,
    file: Blob,
    report: UploadReport,
    signal: AbortSignal,
  ) => Promise<Sent>
  /** Deletes an unfinished upload from the server. */
  giveUp: (url: string) => Promise<void>
}
