import type { ListingMedia } from '#src/domain/media/listing-media.ts'
import type { QueuedUpload } from '#src/storage/uploads-database.ts'

// The state of queued files, as screens show it.

export type UploadStep = 'waiting' | 'compressing' | 'sending' | 'checking' | 'done' | 'refused'

export interface ShownUpload extends QueuedUpload {
  step: UploadStep
  sentBytes: number
  /** How much of a video has been compressed so far, from 0 to 1. */
  compressedShare: number
  /** Whether it waits for room among the person's unfinished uploads. */
  isTooMany: boolean
  /** Null until the step is 'done'. */
  media: ListingMedia | null
}

export interface QueueState {
  uploads: readonly ShownUpload[]
  /** The files that this page has sent, also those that have left the queue since. */
  arrived: readonly ListingMedia[]
  /** The server cannot be reached; the outbox tries again by itself. */
  isOffline: boolean
  /** The wait that the server asked for with its last answer; null without one. */
  retryAfterMs: number | null
  /** The device has no room for a file, so the page must stay open. */
  isPageNeeded: boolean
}

export const NOTHING: QueueState = {
  uploads: [],
  arrived: [],
  isOffline: false,
  retryAfterMs: null,
  isPageNeeded: false,
}

export function toShown(row: QueuedUpload): ShownUpload {
  return {
    ...row,
    step: row.problem === null ? 'waiting' : 'refused',
    sentBytes: 0,
    compressedShare: 0,
    isTooMany: false,
    media: null,
  }
}

/** The row of a file that was just chosen. */
export function newRow(
  file: Omit<QueuedUpload, 'isPrepared' | 'url' | 'isSent' | 'problem'>,
): QueuedUpload {
  return { ...file, isPrepared: file.kind === 'photo', url: null, isSent: false, problem: null }
}

/** The stored part of a shown upload. */
export function toRow({
  step: _step,
  sentBytes: _sentBytes,
  compressedShare: _share,
  isTooMany: _isTooMany,
  media: _media,
  ...row
}: ShownUpload): QueuedUpload {
  return row
}

/**
 * Whether a file is ready and waits to be sent. While the Wi-Fi gate is closed, such a file waits
 * for Wi-Fi.
 */
export function isHeldBack(upload: ShownUpload): boolean {
  return upload.step === 'waiting' && isReady(upload)
}

/** Whether the stored bytes need no compression. An upload that has begun must go on with the same bytes. */
export function isReady({ kind, isPrepared, url, isSent }: QueuedUpload): boolean {
  return kind === 'photo' || isPrepared || url !== null || isSent
}

/** The state of an upload queue, and the screens that follow it. */
export function createShownQueue(isPageNeeded: () => boolean) {
  const listeners = new Set<() => void>()
  let state = NOTHING

  function set(change: Partial<QueueState>): void {
    state = { ...state, ...change, isPageNeeded: isPageNeeded() }
    for (const listener of listeners) listener()
  }

  return {
    find: (): QueueState => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set,
    findOne: (id: string): ShownUpload | undefined => state.uploads.find((one) => one.id === id),
    show(id: string, change: Partial<ShownUpload>): void {
      set({ uploads: state.uploads.map((one) => (one.id === id ? { ...one, ...change } : one)) })
    },
    drop: (id: string): void => set({ uploads: state.uploads.filter((one) => one.id !== id) }),
  }
}
