import type { ListingMedia } from '#src/domain/media/listing-media.ts'
import type { QueuedUpload } from '#src/storage/uploads-database.ts'

// What screens show of the files on their way.

export type UploadStep = 'waiting' | 'compressing' | 'sending' | 'checking' | 'done' | 'refused'

export interface ShownUpload extends QueuedUpload {
  step: UploadStep
  sentBytes: number
  /** From 0 to 1. */
  compressedShare: number
  /** Once it is done. */
  media: ListingMedia | null
}

export interface QueueState {
  uploads: readonly ShownUpload[]
  /** The server cannot be reached; the queue tries again by itself. */
  isOffline: boolean
  /** The device has no room for a file, so the page must stay open. */
  isPageNeeded: boolean
}

export const NOTHING: QueueState = {
  uploads: [],
  isOffline: false,
  isPageNeeded: false,
}

export function toShown(row: QueuedUpload): ShownUpload {
  return {
    ...row,
    step: row.problem === null ? 'waiting' : 'refused',
    sentBytes: 0,
    compressedShare: 0,
    media: null,
  }
}

/** Whether a file could be sent over another connection. */
export function isHeldBack(upload: ShownUpload): boolean {
  return upload.step === 'waiting' && isReady(upload)
}

/** Whether the kept bytes are those to send. An upload goes on with the bytes that it began with. */
export function isReady({ kind, isPrepared, url, isSent }: QueuedUpload): boolean {
  return kind === 'photo' || isPrepared || url !== null || isSent
}
