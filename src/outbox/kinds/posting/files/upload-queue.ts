// The queue of files that one person uploads to a listing. While a screen of the listing is open, its videos are compressed;
// files are sent while the outbox sends the listing. One at a time: ready files before videos that need compression, otherwise
// in the order of their choice. An upload resumes where it stopped, also after the page was closed.

import type { QueuedUpload } from '#src/storage/uploads-database.ts'
import { createKeptUploads } from './kept-uploads.ts'
import type { Sent, UploadQueueParts } from './queue-parts.ts'
import {
  createShownQueue,
  isReady,
  newRow,
  type ShownUpload,
  toRow,
  toShown,
} from './shown-upload.ts'
import { listFiles } from './upload-files.ts'

export type UploadQueue = ReturnType<typeof createUploadQueue>

type ChosenFile = Pick<QueuedUpload, 'kind' | 'name' | 'takenAt'>

export function createUploadQueue(parts: UploadQueueParts) {
  const { db, userId, listingId, send, gate } = parts
  const kept = createKeptUploads(db)
  const shown = createShownQueue(kept.isPageNeeded)
  const { set, show, findOne: findShown } = shown
  const aborts = new Map<string, AbortController>()
  /** By upload id: aborts the compression of a video, so that the original is sent. */
  const skips = new Map<string, AbortController>()
  /** Ids of files whose last try failed: they wait for the next time that the outbox sends, or a person looks. */
  const failed = new Set<string>()
  /** How many users the queue has: screens, and the outbox. */
  let users = 0
  let isSending = false
  let isRunning = false

  async function store(id: string, change: Partial<QueuedUpload>): Promise<void> {
    show(id, change)
    const row = findShown(id)
    if (row) await kept.store(toRow(row), change)
  }

  const maySend = () => isSending && gate.find().isOpen

  /** A ready file if files may be sent, otherwise a video to compress. */
  function findNext(): ShownUpload | undefined {
    if (users === 0) return undefined
    const waiting = shown.find().uploads.filter((one) => one.step === 'waiting')
    const tried = waiting.filter(({ id }) => !failed.has(id))
    return (maySend() && tried.find(isReady)) || tried.find((one) => !isReady(one))
  }

  async function run(): Promise<void> {
    for (let next = findNext(); next; next = findNext()) {
      const { id } = next
      const sent = await trySending(next).catch((error: unknown) => {
        // The device's storage, or code that cannot be loaded.
        console.error('A file could not be sent; the app tries again.', error)
        return 'failed' as const
      })
      const isUnanswered = sent !== 'failed' && sent?.kind === 'no-answer'
      const isTooMany = isUnanswered && sent.isTooMany === true
      if (sent === 'failed' || isUnanswered) failed.add(id)
      const retryAfterMs = (isUnanswered && sent.retryAfterMs) || null
      // The others would get no other answer.
      if (isUnanswered && isReady(next)) isSending = false
      set({ isOffline: isUnanswered && !isTooMany, retryAfterMs })
    }
  }

  /** Null if the file was removed, or if the try was aborted. */
  async function trySending(next: ShownUpload): Promise<Sent | null> {
    const { id } = next
    await kept.keepAgain(toRow(next))
    const upload = await kept.find(toRow(next))
    if (!upload) {
      shown.drop(id)
      return null
    }
    const abort = new AbortController()
    aborts.set(id, abort)
    show(id, { step: isReady(upload) ? 'sending' : 'compressing' })
    try {
      const file = await kept.findFile(id)
      const sent: Sent = !file
        ? { kind: 'refused', sentence: 'The device has lost this file. Choose it again.' }
        : isReady(upload)
          ? await send(upload, file, reportOf(id), abort.signal)
          : await prepare(id, file, abort.signal)
      if (abort.signal.aborted) return null
      return await settle(id, sent)
    } finally {
      aborts.delete(id)
      const { step } = findShown(id) ?? {}
      if (step !== 'done' && step !== 'refused') show(id, { step: 'waiting' }) // for another try
    }
  }

  async function settle(id: string, sent: Sent): Promise<Sent> {
    if (sent.kind === 'done') {
      set({ arrived: [...shown.find().arrived, sent.media] })
      show(id, { step: 'done', media: sent.media })
    }
    show(id, { isTooMany: sent.kind === 'no-answer' && sent.isTooMany === true })
    if (sent.kind === 'gone') await store(id, { url: null, isSent: false })
    if (sent.kind === 'refused') {
      show(id, { step: 'refused' })
      await store(id, { problem: sent.sentence })
    }
    return sent
  }

  /** Compresses a video before its upload begins. */
  async function prepare(id: string, original: Blob, signal: AbortSignal): Promise<Sent> {
    const skip = new AbortController()
    skips.set(id, skip)
    signal.addEventListener('abort', () => skip.abort())
    const onProgress = (compressedShare: number) => show(id, { compressedShare })
    const prepared = await parts.prepare(original, { onProgress, signal: skip.signal })
    skips.delete(id)
    if (signal.aborted) return { kind: 'no-answer' }
    if (prepared.kind !== 'ready') return prepared
    const isReplaced = prepared.file !== original && (await kept.replace(id, prepared.file))
    await store(id, { isPrepared: true, ...(isReplaced && { bytes: prepared.file.size }) })
    return { kind: 'prepared' }
  }

  function reportOf(id: string) {
    return {
      onUrl: (url: string) => void store(id, { url }),
      onSent: (sentBytes: number) => show(id, { sentBytes }),
      onArrived: () => {
        show(id, { step: 'checking' })
        void store(id, { isSent: true })
      },
    }
  }

  function start(): void {
    if (isRunning) return
    isRunning = true
    void run()
      .catch((error: unknown) => console.error('The files cannot be sent now.', error))
      .finally(() => {
        isRunning = false
        // Something may have changed since the last look.
        if (findNext()) start()
        else set({})
      })
  }

  /** Stops the request that sends a file; the file waits for another try. */
  function pause(): void {
    for (const [id, abort] of aborts) {
      const upload = findShown(id)
      if (upload && isReady(upload)) abort.abort()
    }
  }

  let unsubscribe = () => {}
  function use(): void {
    users += 1
    failed.clear()
    if (users === 1) unsubscribe = gate.subscribe(() => (gate.find().isOpen ? start() : pause()))
    start()
  }

  function endUse(): void {
    users -= 1
    if (users > 0) return
    unsubscribe()
    for (const abort of aborts.values()) abort.abort()
  }

  /** The files as they are stored now: another page may have sent some, and added others. */
  function look(rows: readonly QueuedUpload[]): void {
    const stored = new Set(rows.map(({ id }) => id))
    const known = shown.find().uploads
    const still = known.filter((one) => stored.has(one.id) || kept.isUnkept(one.id) || one.media)
    const added = rows.filter(({ id }) => !known.some((one) => one.id === id))
    if (still.length < known.length || added.length > 0)
      set({ uploads: [...added.map(toShown), ...still].sort((a, b) => a.addedAt - b.addedAt) })
  }

  async function load(): Promise<void> {
    look(await listFiles(db, { userId, listingId }))
  }

  return {
    find: shown.find,
    subscribe: shown.subscribe,
    look,
    /** Reads what is stored on the device. */
    load,
    /** Compresses videos until `close`. */
    async open(): Promise<void> {
      use()
      await load()
      start()
    },
    /** Sends the files, until the server gives no answer or `stopSending` is called, which must follow. */
    startSending(): void {
      isSending = true
      use()
    },
    stopSending(): void {
      isSending = false
      pause()
      endUse()
    },
    /** Whether nothing more is sent for now: the rest has arrived, was refused, or waits. */
    isAtRest: (): boolean => !isRunning && !findNext(),
    /** @throws UnreadableFile if the device no longer gives the bytes of the file */
    async add(file: Blob, about: ChosenFile): Promise<void> {
      const id = parts.makeId()
      const own = { id, userId, listingId, addedAt: parts.now() }
      const row = newRow({ ...own, ...about, bytes: file.size })
      await kept.add(row, file)
      if (!findShown(id)) set({ uploads: [...shown.find().uploads, toShown(row)] })
      start()
    },
    /** The bytes of a queued file, for its preview. */
    readFile: kept.findFile,
    async retry(id: string): Promise<void> {
      // A refused upload cannot be resumed: the file is sent from its first byte.
      await store(id, { problem: null, url: null, isSent: false })
      show(id, { step: 'waiting', sentBytes: 0, media: null })
      failed.delete(id)
      start()
    },
    /** Sends a video as it is instead of compressing it. */
    skipCompression(id: string): void {
      skips.get(id)?.abort()
    },
    /** Removes a file from the queue, and cancels its upload unless the upload is complete. */
    async remove(id: string): Promise<void> {
      const removed = findShown(id)
      aborts.get(id)?.abort()
      shown.drop(id)
      await kept.drop(id)
      set({})
      if (removed?.url && removed.step !== 'done') await parts.giveUp(removed.url)
    },
    /** Ends what `open` began. Files that are not sent yet stay on the device. */
    close: endUse,
  }
}
