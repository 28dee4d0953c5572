import { type SessionStore, userIdOf } from '#src/session/session-store.ts'
import { createPageSuspension } from '#src/storage/page-suspension.ts'
import { createUploadsDatabase, type UploadsDatabase } from '#src/storage/uploads-database.ts'
import { createSendGate } from './send-gate.ts'
import { createUploadQueue, type UploadQueue } from './upload-queue.ts'
import { makeGiveUp, makeSend, runAlone, waitToRetry } from './upload-tries.ts'
import { getWifiGate } from './use-wifi-gate.ts'
import { prepareVideo } from './video-preparation.ts'

// The page's connection to the uploads database, and its queues.

let database: UploadsDatabase | undefined
/** A frozen page must not block the uploads of the other tabs. */
export const suspension = createPageSuspension(window)
const NOBODY = 'nobody'

export function openUploads(): UploadsDatabase {
  if (!database) {
    database = createUploadsDatabase()
    suspension.follow(database)
  }
  return database
}

/**
 * The id of the person whose files and listings the page stores and sends; NOBODY without a
 * session.
 */
export function findOwner(session: SessionStore): string {
  const current = session.find()
  return current ? userIdOf(current) : NOBODY
}

/** The files of one listing of the signed-in person. */
export function createPageQueue(session: SessionStore, listingId: string): UploadQueue {
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
    runAlone: (work) => runAlone(LOCK, work),
    waitToRetry,
  })
}

/** One lock for all listings and tabs: one file is sent at a time. */
const LOCK = 'uploads'
