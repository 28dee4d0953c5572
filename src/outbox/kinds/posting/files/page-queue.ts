import { getWifiGate } from '#src/files/use-wifi-gate.ts'
import type { SessionStore } from '#src/session/session-store.ts'
import { findOwner, openUploads } from './page-uploads.ts'
import type { UploadQueueParts } from './queue-parts.ts'
import { createSendGate } from './send-gate.ts'
import { createUploadQueue, type UploadQueue } from './upload-queue.ts'
import { type Finish, makeGiveUp, makeSend } from './upload-tries.ts'

const queuesOf = new WeakMap<SessionStore, Map<string, UploadQueue>>()

/** What files are for. */
export interface FilesUse extends Pick<UploadQueueParts, 'prepare'> {
  finish: Finish
}

/** The files of one listing or visit of the signed-in person: those that its screen shows are those that the outbox sends. */
export function openPageQueue(
  session: SessionStore,
  listingId: string,
  use: FilesUse,
): UploadQueue {
  const queues = queuesOf.get(session) ?? new Map<string, UploadQueue>()
  queuesOf.set(session, queues)
  const key = `${findOwner(session)} ${listingId}`
  const queue = queues.get(key) ?? createPageQueue(session, listingId, use)
  queues.set(key, queue)
  return queue
}

function createPageQueue(
  session: SessionStore,
  listingId: string,
  { prepare, finish }: FilesUse,
): UploadQueue {
  const userId = findOwner(session)
  // Null once another person is signed in: their token must not send the files of `userId`.
  const findToken = () => (findOwner(session) === userId ? (session.find()?.token ?? null) : null)
  return createUploadQueue({
    db: openUploads(),
    userId,
    listingId,
    makeId: () => crypto.randomUUID(),
    now: () => Date.now(),
    gate: createSendGate(getWifiGate()),
    prepare,
    send: makeSend(findToken, finish),
    giveUp: makeGiveUp(findToken),
  })
}
