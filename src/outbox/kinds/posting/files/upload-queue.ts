// The queue of files that one person uploads to a listing. One file is sent at a time: ready files before videos that need
// compression, otherwise in the order of their choice. An upload resumes where it stopped, also after the page was closed.

import type { MediaKind } from '#src/domain/media/media-limits.ts'
import { findBytes } from '#src/files/kept-bytes.ts'
import { requireReadable } from '#src/files/readable-file.ts'
import { troubleOf } from '#src/storage/storage-trouble.ts'
import type { QueuedUpload } from '#src/storage/uploads-database.ts'
import type { Sent, UploadQueueParts } from './queue-parts.ts'
import { gateChanged } from './send-gate.ts'
import { createShownQueue } from './shown-queue.ts'
import { isReady, newRow, type ShownUpload, toRow, toShown } from './shown-upload.ts'
import { dropFile, keepFile, listFiles, replaceFile } from './upload-files.ts'

/** The abort reason of a request that stops because Wi-Fi is missing. It is repeated when files may be sent again. */
const PAUSED = 'paused'

export type UploadQueue = ReturnType<typeof createUploadQueue>

export function createUploadQueue(parts: UploadQueueParts) {
  const { db, userId, listingId, send, gate } = parts
  /** By upload id: the bytes of files that the device has no room to store. */
  const unkept = new Map<string, Blob>()
  const shown = createShownQueue(() => unkept.size > 0)
  const { set, show, findOne: findShown } = shown
  /** Ids of stored files whose progress the device had no room to store: this page knows more than the database. */
  const unstored = new Set<string>()
  const aborts = new Map<string, AbortController>()
  /** By upload id: aborts the compression of a video, so that the original is sent. */
  const skips = new Map<string, AbortController>()
  let closing = new AbortController()
  let isRunning = false
  /** Ends the wait for Wi-Fi. Called when a file is added, because a new video can be compressed without Wi-Fi. */
  let lookAgain = () => {}

  async function store(id: string, change: Partial<QueuedUpload>): Promise<void> {
    show(id, change)
    if (unkept.has(id)) return
    try {
      const row = findShown(id)
      await db.queued.update(id, unstored.has(id) && row ? toRow(row) : change)
      unstored.delete(id)
    } catch (error) {
      if (!troubleOf(error)) throw error
      console.warn('The progress of an upload cannot be stored on this device.', error)
      unstored.add(id)
    }
  }

  /** Stores the files that the device had no room for, once it has room. */
  async function keepAgain(id: string): Promise<void> {
    const row = findShown(id)
    const file = unkept.get(id)
    if (!row || !file || !(await keepFile(db, toRow(row), file))) return
    // The file may have been removed meanwhile.
    if (unkept.delete(id)) set({})
    else await dropFile(db, id)
  }

  function findNext(wantsReady = true): ShownUpload | undefined {
    const waiting = shown.find().uploads.filter(({ step }) => step === 'waiting')
    const takesReady = wantsReady && gate.find().isOpen
    return waiting.find((one) => isReady(one) === takesReady) ?? waiting[0]
  }

  async function run(): Promise<void> {
    let tries = 0
    // Files that are ready are sent before a video is compressed. While the server is unreachable, videos come first.
    let wantsReady = true
    for (let next = findNext(); next && !closing.signal.aborted; next = findNext(wantsReady)) {
      if (isReady(next) && !gate.find().isOpen) {
        await gateChanged(gate, closing.signal, (go) => {
          lookAgain = go
        })
        continue
      }
      const sent = await trySending(next).catch((error: unknown) => {
        // The device's storage, or code that cannot be loaded. Trying again at once would fail in a loop.
        console.error('A file could not be sent; the app tries again.', error)
        return 'failed' as const
      })
      const isFailed = sent === 'failed'
      const isOffline = !isFailed && sent?.kind === 'no-answer'
      const retryAfterMs = (isOffline && sent.retryAfterMs) || null
      set({ isOffline, retryAfterMs })
      wantsReady = !(isOffline && isReady(next))
      tries = isOffline || isFailed ? tries + 1 : 0
      if (tries > 0) await parts.waitToRetry(tries, closing.signal, retryAfterMs)
    }
  }

  /** Null if the file was removed, or if the try was aborted. */
  async function trySending({ id }: ShownUpload): Promise<Sent | null> {
    if (unkept.has(id)) await keepAgain(id)
    // Reads the upload again, because another tab may have sent the file.
    const isOwn = unkept.has(id) || unstored.has(id)
    const upload = isOwn ? findShown(id) : await db.queued.get(id)
    if (!upload) {
      shown.drop(id)
      return null
    }
    const abort = new AbortController()
    aborts.set(id, abort)
    const stopWatching = gate.subscribe(() => {
      if (isReady(upload) && !gate.find().isOpen) abort.abort(PAUSED)
    })
    show(id, { step: isReady(upload) ? 'sending' : 'compressing' })
    try {
      const file = unkept.get(id) ?? (await findBytes(db, id))
      const sent: Sent = !file
        ? { kind: 'refused', sentence: 'The device has lost this file. Choose it again.' }
        : isReady(upload)
          ? await send(upload, file, reportOf(id), abort.signal)
          : await prepare(id, file, abort.signal)
      if (abort.signal.aborted) return null
      return await settle(id, sent)
    } finally {
      stopWatching()
      aborts.delete(id)
      // Not settled: it waits for another try.
      const { step } = findShown(id) ?? {}
      const isPaused = !abort.signal.aborted || abort.signal.reason === PAUSED
      if (isPaused && step !== 'done' && step !== 'refused') show(id, { step: 'waiting' })
    }
  }

  async function settle(id: string, sent: Sent): Promise<Sent> {
    if (sent.kind === 'done') show(id, { step: 'done', media: sent.media })
    if (sent.kind === 'gone') await store(id, { url: null, isSent: false })
    if (sent.kind === 'refused') {
      show(id, { step: 'refused', isTooMany: sent.isTooMany === true })
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
    const isReplaced = prepared.file !== original && (await keepPrepared(id, prepared.file))
    await store(id, { isPrepared: true, ...(isReplaced && { bytes: prepared.file.size }) })
    return { kind: 'prepared' }
  }

  /** Replaces the original with the compressed video. Returns false, and keeps the original, if there is no room. */
  async function keepPrepared(id: string, file: Blob): Promise<boolean> {
    if (!unkept.has(id)) return replaceFile(db, id, file)
    unkept.set(id, file)
    return true
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
    lookAgain()
    if (isRunning) return
    isRunning = true
    void parts
      .runAlone(run)
      .catch((error: unknown) => console.error('The files cannot be sent now.', error))
      .finally(() => {
        isRunning = false
        // A file may have been added while the lock was being released.
        if (findNext() && !closing.signal.aborted) start()
      })
  }

  return {
    find: shown.find,
    subscribe: shown.subscribe,
    /** Resumes the uploads that are stored on the device. */
    async open(): Promise<void> {
      closing = new AbortController()
      const rows = await listFiles(db, { userId, listingId })
      const others = shown.find().uploads.filter(({ id }) => unkept.has(id))
      set({ uploads: [...rows.map(toShown), ...others] })
      start()
    },
    /** @throws UnreadableFile if the device no longer gives the bytes of the file */
    async add(file: Blob, { kind, name }: { kind: MediaKind; name: string }): Promise<void> {
      const id = parts.makeId()
      const own = { id, userId, listingId, addedAt: parts.now() }
      const row = newRow({ ...own, kind, name, bytes: file.size })
      if (!(await keepFile(db, row, file))) {
        // Otherwise a file that is gone would look like a full device, and then like a missing network.
        await requireReadable(file)
        unkept.set(row.id, file)
      }
      set({ uploads: [...shown.find().uploads, toShown(row)] })
      start()
    },
    /** The bytes of a queued file, for its preview. */
    readFile: async (id: string): Promise<Blob | null> => unkept.get(id) ?? findBytes(db, id),
    async retry(id: string): Promise<void> {
      // A refused upload cannot be resumed: the file is sent from its first byte.
      await store(id, { problem: null, url: null, isSent: false })
      show(id, { step: 'waiting', sentBytes: 0, isTooMany: false })
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
      unkept.delete(id)
      shown.drop(id)
      await dropFile(db, id)
      if (removed?.url && removed.step !== 'done') await parts.giveUp(removed.url)
    },
    /** Stops sending; files that are not sent yet stay on the device. */
    close(): void {
      closing.abort()
      for (const abort of aborts.values()) abort.abort()
    },
  }
}
