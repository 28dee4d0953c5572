import type { SendGate } from '#src/outbox/kinds/posting/files/send-gate.ts'
import {
  createUploadQueue,
  type UploadQueue,
} from '#src/outbox/kinds/posting/files/upload-queue.ts'
import { type Finish, makeSend } from '#src/outbox/kinds/posting/files/upload-tries.ts'
import type { OutboxStore } from '#src/outbox/outbox-store.ts'
import type { SessionStore } from '#src/session/session-store.ts'
import { createUploadsDatabase } from '#src/storage/uploads-database.ts'
import type { SimClient, SimDevice } from '#tools/faults/sim/sim-device.ts'
import { followInTurns } from '#tools/faults/sim/turn-observer.ts'

// The files of listings and visits in one tab: the product's queues, wired as in a page. The bytes of a file are not sent: the
// call that makes a photo of an upload stands for all calls of the upload.

export type TabFiles = ReturnType<typeof createTabFiles>

const PHOTO_ID_CHARS = 32 // as long as the server's ids of uploads

/** A photo whose bytes can be read at once: the time of a real read is not simulated. */
const READABLE = {
  size: 1,
  slice: () => ({ arrayBuffer: async () => new ArrayBuffer(1) }),
} as unknown as Blob // has what is read of a file

export function createTabFiles({ random }: SimDevice, session: SessionStore) {
  const makeId = (length = 24) => Array.from({ length }, () => random.int(16).toString(16)).join('')
  const db = createUploadsDatabase()
  const switches = new Set<() => void>()
  let isHeldBack = false
  const gate: SendGate = {
    find: () => ({ isOpen: !isHeldBack }),
    subscribe(listener) {
      switches.add(listener)
      return () => switches.delete(listener)
    },
  }
  const queues = new Map<string, UploadQueue>()
  /** The id of the photo that is being chosen. */
  let photoId = ''

  function queueOf(name: string, finish: Finish): UploadQueue {
    const userId = session.findUserId() ?? 'nobody'
    const key = `${userId} ${name}`
    const made = queues.get(key) ?? createQueue(userId, name, finish)
    queues.set(key, made)
    return made
  }

  function createQueue(userId: string, listingId: string, finish: Finish): UploadQueue {
    const findToken = () =>
      session.findUserId() === userId ? (session.find()?.token ?? null) : null
    const send = makeSend(findToken, finish)
    return createUploadQueue({
      db,
      userId,
      listingId,
      makeId: () => photoId,
      now: () => Date.now(), // looks up the simulated Date.now at each call
      gate,
      prepare: async (file) => ({ kind: 'ready', file }),
      send: (upload, _file, report, signal) =>
        send({ ...upload, url: `/uploads/${upload.id}`, isSent: true }, READABLE, report, signal),
      giveUp: async () => undefined,
    })
  }

  function holdBack(next: boolean): void {
    if (next === isHeldBack) return
    isHeldBack = next
    for (const listener of switches) listener()
  }

  return {
    db,
    gate,
    makeId,
    queueOf,
    holdBack,
    isHeldBack: () => isHeldBack,

    /** Follows the switch "Work offline". */
    followHold(device: SimDevice, client: SimClient, store: OutboxStore): void {
      followInTurns(device, client, async () => holdBack(await store.isWorkingOffline()))
    },

    makePhotoId: () => makeId(PHOTO_ID_CHARS),

    /** Chooses a photo. Resolves to whether the device has kept all photos of the queue. */
    async addPhoto(queue: UploadQueue, id: string, takenAt?: string): Promise<boolean> {
      photoId = id
      const about = { kind: 'photo', name: 'photo.jpg' } as const
      await queue.add(new Blob(['photo']), takenAt === undefined ? about : { ...about, takenAt })
      return !queue.find().isPageNeeded
    },
  }
}
