// The files of one person that wait for their upload to a listing. One is sent at a time, in the order in which
// they were chosen; each goes on at the byte where it stopped, also after the page was closed.

import type { ListingMedia } from '#src/domain/media/listing-media.ts'
import type { MediaKind } from '#src/domain/media/media-limits.ts'
import type { QueuedUpload, UploadsDatabase } from '#src/storage/uploads-database.ts'
import { dropFile, findFile, keepFile } from './upload-files.ts'

export type UploadStep = 'waiting' | 'sending' | 'checking' | 'done' | 'refused'

export interface ShownUpload extends QueuedUpload {
  step: UploadStep
  sentBytes: number
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

/** What became of one try. */
export type Sent =
  | { kind: 'done'; media: ListingMedia }
  | { kind: 'refused'; sentence: string }
  /** The server has forgotten the upload: it begins again. */
  | { kind: 'gone' }
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

export type UploadQueue = ReturnType<typeof createUploadQueue>

export function createUploadQueue(parts: UploadQueueParts) {
  const { db, userId, listingId, send } = parts
  const listeners = new Set<() => void>()
  /** Files that the device has no room for. */
  const unkept = new Map<string, Blob>()
  const aborts = new Map<string, AbortController>()
  let closing = new AbortController()
  let state: QueueState = { uploads: [], isOffline: false, isPageNeeded: false }
  let isRunning = false

  function set(change: Partial<QueueState>): void {
    state = { ...state, ...change, isPageNeeded: unkept.size > 0 }
    for (const listener of listeners) listener()
  }

  function show(id: string, change: Partial<ShownUpload>): void {
    set({ uploads: state.uploads.map((one) => (one.id === id ? { ...one, ...change } : one)) })
  }

  async function store(id: string, change: Partial<QueuedUpload>): Promise<void> {
    show(id, change)
    await db.queued.update(id, change)
  }

  function findShown(id: string): ShownUpload | undefined {
    return state.uploads.find((one) => one.id === id)
  }

  function findNext(): ShownUpload | undefined {
    return state.uploads.find(({ step }) => step === 'waiting')
  }

  async function run(): Promise<void> {
    let tries = 0
    for (let next = findNext(); next && !closing.signal.aborted; next = findNext()) {
      const sent = await trySending(next)
      set({ isOffline: sent?.kind === 'no-answer' })
      tries = sent?.kind === 'no-answer' ? tries + 1 : 0
      if (tries > 0) await parts.waitToRetry(tries, closing.signal)
    }
  }

  /** Null if the person has removed the file meanwhile. */
  async function trySending({ id }: ShownUpload): Promise<Sent | null> {
    // As it is now: another tab may have sent it.
    const upload = unkept.has(id) ? findShown(id) : await db.queued.get(id)
    if (!upload) {
      set({ uploads: state.uploads.filter((one) => one.id !== id) })
      return null
    }
    const abort = new AbortController()
    aborts.set(id, abort)
    show(id, { step: 'sending' })
    const file = unkept.get(id) ?? (await findFile(db, id))
    const sent: Sent = file
      ? await send(upload, file, reportOf(id), abort.signal)
      : { kind: 'refused', sentence: 'The device has lost this file. Choose it again.' }
    aborts.delete(id)
    if (abort.signal.aborted) return null
    if (sent.kind === 'done') show(id, { step: 'done', media: sent.media })
    else if (sent.kind === 'refused') {
      await store(id, { problem: sent.sentence })
      show(id, { step: 'refused' })
    } else {
      if (sent.kind === 'gone') await store(id, { url: null, isSent: false })
      show(id, { step: 'waiting' })
    }
    return sent
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
    void parts.runAlone(run).finally(() => {
      isRunning = false
      // Added while the lock was given back.
      if (findNext() && !closing.signal.aborted) start()
    })
  }

  return {
    find: (): QueueState => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Goes on with what the device has kept. */
    async open(): Promise<void> {
      closing = new AbortController()
      const rows = await db.queued.where({ userId, listingId }).sortBy('addedAt')
      const others = state.uploads.filter(({ id }) => unkept.has(id))
      set({ uploads: [...rows.map(toShown), ...others] })
      start()
    },
    async add(file: Blob, { kind, name }: { kind: MediaKind; name: string }): Promise<void> {
      const row: QueuedUpload = {
        id: parts.makeId(),
        userId,
        listingId,
        kind,
        name,
        bytes: file.size,
        addedAt: parts.now(),
        url: null,
        isSent: false,
        problem: null,
      }
      if (!(await keepFile(db, row, file))) unkept.set(row.id, file)
      set({ uploads: [...state.uploads, toShown(row)] })
      start()
    },
    /** The bytes of a queued file, for its preview. */
    readFile: async (id: string): Promise<Blob | null> => unkept.get(id) ?? findFile(db, id),
    async retry(id: string): Promise<void> {
      // A refused upload is over: the file is sent from its beginning.
      await store(id, { problem: null, url: null, isSent: false })
      show(id, { step: 'waiting', sentBytes: 0 })
      start()
    },
    /** Gives a file up, or forgets one that the listing contains now. */
    async remove(id: string): Promise<void> {
      const shown = findShown(id)
      aborts.get(id)?.abort()
      unkept.delete(id)
      set({ uploads: state.uploads.filter((one) => one.id !== id) })
      await dropFile(db, id)
      if (shown?.url && shown.step !== 'done') await parts.giveUp(shown.url)
    },
    /** Stops sending; what is on its way stays on the device. */
    close(): void {
      closing.abort()
      for (const abort of aborts.values()) abort.abort()
    },
  }
}

function toShown(row: QueuedUpload): ShownUpload {
  return {
    ...row,
    step: row.problem === null ? 'waiting' : 'refused',
    sentBytes: 0,
    media: null,
  }
}
