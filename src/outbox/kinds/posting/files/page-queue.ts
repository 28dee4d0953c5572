import type { PageUploads } from '../page-uploads.ts'
import type { UploadQueueParts } from './queue-parts.ts'
import { createUploadQueue, type UploadQueue } from './upload-queue.ts'
import { type Finish, makeGiveUp, makeSend } from './upload-tries.ts'

/** What files are for. */
export interface FilesUse extends Pick<UploadQueueParts, 'prepare'> {
  finish: Finish
}

/** The files of one listing or visit of the signed-in person: those that its screen shows are those that the outbox sends. */
export function openPageQueue(
  { db, gate, session, queueOf }: PageUploads,
  listingId: string,
  { prepare, finish }: FilesUse,
): UploadQueue {
  return queueOf(listingId, (userId) => {
    // Null once another person is signed in: their token must not send the files of `userId`.
    const findToken = () =>
      session.findUserId() === userId ? (session.find()?.token ?? null) : null
    return createUploadQueue({
      db,
      userId,
      listingId,
      makeId: () => crypto.randomUUID(),
      now: () => Date.now(),
      gate,
      prepare,
      send: makeSend(findToken, finish),
      giveUp: makeGiveUp(findToken),
    })
  })
}
