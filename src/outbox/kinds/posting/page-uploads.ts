import type { QueuedVisit } from '#src/domain/change.ts'
import { getWifiGate } from '#src/files/use-wifi-gate.ts'
import type { SessionStore } from '#src/session/session-store.ts'
import { createDatabaseConnection } from '#src/storage/database-connection.ts'
import { openingLimitOf } from '#src/storage/opening-limit.ts'
import { createPageSuspension } from '#src/storage/page-suspension.ts'
import {
  createUploadsDatabase,
  hasUploadsDatabase,
  probeUploads,
} from '#src/storage/uploads-database.ts'
import type { Attempt } from '../answer-verdict.ts'
import { createSendGate, type SendSwitch } from './files/send-gate.ts'
import type { UploadQueue } from './files/upload-queue.ts'
import type { PostingSender } from './posting-sender.ts'
import { createUnsentListings, type UnsentListings } from './unsent-listings.ts'

// The listings and files of a page that are not on the server yet: one object per page, so that the outbox sends the files
// that the screens show. The database is opened, and created, by its first use only.

type VisitSender = (change: QueuedVisit, claim: AbortSignal) => Promise<Attempt>

const NOBODY = 'nobody'

export interface PageUploadsParts {
  session: SessionStore
  workOffline: SendSwitch
}

/** What a page has of its uploads before the code for databases is loaded. */
export interface UploadsPlace extends PageUploadsParts {
  opened: PageUploads | null
}

export type PageUploads = ReturnType<typeof createPageUploads>

/** The page's uploads, created at the first call. */
export function openUploads(place: UploadsPlace): PageUploads {
  place.opened ??= createPageUploads(place)
  return place.opened
}

function createPageUploads({ session, workOffline }: PageUploadsParts) {
  const db = createUploadsDatabase()
  // A frozen page must not block the uploads of the other tabs.
  const suspension = createPageSuspension(window)
  suspension.follow(db)
  /** Repeats what a frozen page, or a connection that the browser closed, has interrupted. */
  const connection = createDatabaseConnection(db, {
    probe: () => probeUploads(db),
    runActive: suspension.run,
    mayOpen: hasUploadsDatabase,
  })
  const listings = new Map<string, UnsentListings>()
  const queues = new Map<string, UploadQueue>()
  const findOwner = () => session.findUserId() ?? NOBODY

  return {
    db,
    connection,
    session,
    gate: createSendGate(getWifiGate(), workOffline),
    /** The id of the person whose files and listings the page stores and sends; NOBODY without a session. */
    findOwner,
    /** Has the senders of a page that has sent a listing, or a visit with photos. */
    senders: {} as { posting?: PostingSender; visit?: VisitSender },

    /** One person's listings. A listing that the device has no room for is lost when the page closes. */
    listingsOf(userId: string): UnsentListings {
      const makeMark = () => crypto.randomUUID()
      const parts = { db, connection, userId, makeMark, now: () => Date.now() }
      const found = listings.get(userId) ?? createUnsentListings(parts)
      listings.set(userId, found)
      return found
    },

    /** The files of one listing or visit of the signed-in person; `create` makes their queue at the first call. */
    queueOf(listingId: string, create: (userId: string) => UploadQueue): UploadQueue {
      const userId = findOwner()
      const key = `${userId} ${listingId}`
      const found = queues.get(key) ?? create(userId)
      queues.set(key, found)
      return found
    },

    async close(): Promise<void> {
      suspension.stop()
      // Dexie leaves a connection open that is closed while it opens. A database that never opens is closed after a limit.
      if (await hasUploadsDatabase()) await Promise.allSettled([openingLimitOf(db).requireOpen()])
      db.close()
    },
  }
}
