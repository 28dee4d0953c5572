import { getWifiGate } from '#src/files/use-wifi-gate.ts'
import { prepareVideo } from '#src/files/videos/video-preparation.ts'
import type { SessionStore } from '#src/session/session-store.ts'
import { findOwner, openUploads } from './page-uploads.ts'
import { createSendGate } from './send-gate.ts'
import { createUploadQueue, type UploadQueue } from './upload-queue.ts'
import { makeGiveUp, makeSend } from './upload-tries.ts'

const queuesOf = new WeakMap<SessionStore, Map<string, UploadQueue>>()

/** The files of one listing of the signed-in person: those that its screen shows are those that the outbox sends. */
export function openPageQueue(session: SessionStore, listingId: string): UploadQueue {
  const queues = queuesOf.get(session) ?? new Map<string, UploadQueue>()
  queuesOf.set(session, queues)
  const key = `${findOwner(session)} ${listingId}`
  const queue = queues.get(key) ?? createPageQueue(session, listingId)
  queues.set(key, queue)
  return queue
}

function createPageQueue(session: SessionStore, listingId: string): UploadQueue {
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
    prepare: prepareVideo,
    send: makeSend(findToken),
    giveUp: makeGiveUp(findToken),
  })
}
