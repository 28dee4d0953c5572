import { createFileSending } from '#src/outbox/kinds/posting/files/file-sending.ts'
import { finishForListing } from '#src/outbox/kinds/posting/files/listing-queue.ts'
import type { SendGate } from '#src/outbox/kinds/posting/files/send-gate.ts'
import {
  createUploadQueue,
  type UploadQueue,
} from '#src/outbox/kinds/posting/files/upload-queue.ts'
import { makeSend } from '#src/outbox/kinds/posting/files/upload-tries.ts'
import { createListingDraft, type ListingDraft } from '#src/outbox/kinds/posting/listing-draft.ts'
import { startPostingQueueing } from '#src/outbox/kinds/posting/posting-queueing.ts'
import { createPostingSender } from '#src/outbox/kinds/posting/posting-sender.ts'
import { saveListing, submitListing } from '#src/outbox/kinds/posting/sender-calls.ts'
import { createTypingCopy } from '#src/outbox/kinds/posting/typing-copy.ts'
import {
  createUnsentListings,
  type ListingContent,
  type UnsentListings,
} from '#src/outbox/kinds/posting/unsent-listings.ts'
import type { WaitingSnapshot } from '#src/outbox/kinds/posting/waiting-listings.ts'
import type { OutboxStore } from '#src/outbox/outbox-store.ts'
import type { OutboxView } from '#src/outbox/outbox-view.ts'
import type { SessionStore } from '#src/session/session-store.ts'
import { createDatabaseConnection } from '#src/storage/database-connection.ts'
import {
  createUploadsDatabase,
  probeUploads,
  type UnsentListing,
} from '#src/storage/uploads-database.ts'
import { makeMemoryStorage } from '#tests/support/memory-storage.ts'
import type { Design } from '#tools/faults/sim/design.ts'
import type { SimClient, SimDevice } from '#tools/faults/sim/sim-device.ts'
import { followInTurns } from '#tools/faults/sim/turn-observer.ts'

// The seller's listings in one tab: the product's drafts, file queues, queueing and sender, wired as in a page. The bytes of a
// file are not sent: the call that makes a photo of an upload stands for all calls of the upload.

export type TabPostings = ReturnType<typeof createTabPostings>

export interface TabPostingsParts {
  device: SimDevice
  client: SimClient
  session: SessionStore
  store: OutboxStore
  view: OutboxView
  design: Design['posting']
}

const PHOTO_ID_CHARS = 32 // as long as the server's ids of uploads

/** A photo whose bytes can be read at once: the time of a real read is not simulated. */
const READABLE = {
  size: 1,
  slice: () => ({ arrayBuffer: async () => new ArrayBuffer(1) }),
} as unknown as Blob // has what is read of a file

export function createTabPostings({
  device,
  client,
  session,
  store,
  view,
  design,
}: TabPostingsParts) {
  const { random } = device
  const now = () => Date.now() // looks up the simulated Date.now at each call
  const makeId = (length = 24) => Array.from({ length }, () => random.int(16).toString(16)).join('')
  const db = createUploadsDatabase()
  const connection = createDatabaseConnection(db, { probe: () => probeUploads(db) })
  const switches = new Set<() => void>()
  let isHeldBack = false
  const gate: SendGate = {
    find: () => ({ isOpen: !isHeldBack }),
    subscribe(listener) {
      switches.add(listener)
      return () => switches.delete(listener)
    },
  }
  const listings = new Map<string, UnsentListings>()
  const queues = new Map<string, UploadQueue>()
  const typed = makeMemoryStorage()
  /** The id of the photo that is being chosen. */
  let photoId = ''

  function listingsOf(userId: string): UnsentListings {
    const made =
      listings.get(userId) ??
      createUnsentListings({ db, connection, userId, makeMark: () => makeId(), now })
    listings.set(userId, made)
    return made
  }

  function queueOf(listingId: string): UploadQueue {
    const userId = session.findUserId() ?? 'nobody'
    const key = `${userId} ${listingId}`
    const made = queues.get(key) ?? createQueue(userId, listingId)
    queues.set(key, made)
    return made
  }

  function createQueue(userId: string, listingId: string): UploadQueue {
    const findToken = () =>
      session.findUserId() === userId ? (session.find()?.token ?? null) : null
    const send = makeSend(findToken, finishForListing)
    return createUploadQueue({
      db,
      userId,
      listingId,
      makeId: () => photoId,
      now,
      gate,
      prepare: async (file) => ({ kind: 'ready', file }),
      send: (upload, _file, report, signal) =>
        send({ ...upload, url: `/uploads/${upload.id}`, isSent: true }, READABLE, report, signal),
      giveUp: async () => undefined,
    })
  }

  const files = createFileSending(queueOf, gate)
  const calls = { save: saveListing, submit: submitListing }
  const right = { session, listingsOf, files, calls }
  const send = createPostingSender(design?.(right, db) ?? right)

  return {
    db,
    listingsOf,
    makeId,
    send,
    isHeldBack: () => isHeldBack,

    makePhotoId: () => makeId(PHOTO_ID_CHARS),

    /** Chooses a photo for a listing. Resolves to whether the device has kept it. */
    async addPhoto(listingId: string, id: string): Promise<boolean> {
      const queue = queueOf(listingId)
      photoId = id
      await queue.add(new Blob(['photo']), { kind: 'photo', name: 'photo.jpg' })
      return !queue.find().isPageNeeded
    },

    /** Opens the screen of a listing of the signed-in person. */
    openDraft(
      userId: string,
      id: string,
      row: UnsentListing | null,
      start: ListingContent,
    ): ListingDraft {
      const own = listingsOf(userId)
      return createListingDraft({
        listings: own,
        typing: createTypingCopy(typed, userId, id),
        id,
        row,
        start,
      })
    },

    startQueueing(triggerDrain: () => void): void {
      const waiting = followListings()
      startPostingQueueing({
        waiting,
        findRow: (userId, id) => listingsOf(userId).find(id),
        view,
        store,
        gate,
        triggerDrain,
        now,
      })
    },
  }

  /** The rows of the signed-in person, and the switch "Work offline", as this tab has read them last. */
  function followListings() {
    const listeners = new Set<() => void>()
    let snapshot: Pick<WaitingSnapshot, 'state' | 'rows'> = { state: 'loading', rows: [] }
    const read = async () => {
      const userId = session.findUserId()
      const rows = userId === null ? [] : await listingsOf(userId).list()
      if (session.findUserId() !== userId) return
      snapshot = { state: 'ready', rows }
      for (const listener of listeners) listener()
      const next = await store.isWorkingOffline()
      if (next === isHeldBack) return
      isHeldBack = next
      for (const listener of switches) listener()
    }
    followInTurns(device, client, read)
    session.subscribe(() => void read().catch(() => undefined))
    return {
      get: () => ({ ...snapshot, changes: [], unreadable: 0, databaseId: null }),
      subscribe(listener: () => void) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    }
  }
}
