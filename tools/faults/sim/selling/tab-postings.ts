import { createFileSending } from '#src/outbox/kinds/posting/files/file-sending.ts'
import { finishForListing } from '#src/outbox/kinds/posting/files/listing-queue.ts'
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
import { probeUploads, type UnsentListing } from '#src/storage/uploads-database.ts'
import { makeMemoryStorage } from '#tests/support/memory-storage.ts'
import type { Design } from '#tools/faults/sim/design.ts'
import type { SimClient, SimDevice } from '#tools/faults/sim/sim-device.ts'
import { followInTurns } from '#tools/faults/sim/turn-observer.ts'
import type { TabFiles } from './tab-files.ts'

// The seller's listings in one tab: the product's drafts, queueing and sender, wired as in a page.

export type TabPostings = ReturnType<typeof createTabPostings>

export interface TabPostingsParts {
  device: SimDevice
  client: SimClient
  session: SessionStore
  store: OutboxStore
  view: OutboxView
  tabFiles: TabFiles
  design: Design['posting']
}

export function createTabPostings({
  device,
  client,
  session,
  store,
  view,
  tabFiles,
  design,
}: TabPostingsParts) {
  const now = () => Date.now() // looks up the simulated Date.now at each call
  const { db, gate, makeId } = tabFiles
  const connection = createDatabaseConnection(db, { probe: () => probeUploads(db) })
  const listings = new Map<string, UnsentListings>()
  const typed = makeMemoryStorage()
  const queueOf = (listingId: string) => tabFiles.queueOf(listingId, finishForListing)

  function listingsOf(userId: string): UnsentListings {
    const made =
      listings.get(userId) ??
      createUnsentListings({ db, connection, userId, makeMark: () => makeId(), now })
    listings.set(userId, made)
    return made
  }

  const files = createFileSending(queueOf, gate)
  const calls = { save: saveListing, submit: submitListing }
  const right = { session, listingsOf, files, calls }
  const send = createPostingSender(design?.(right, db) ?? right)

  return {
    listingsOf,
    makeId,
    send,
    makePhotoId: tabFiles.makePhotoId,
    addPhoto: (listingId: string, id: string) => tabFiles.addPhoto(queueOf(listingId), id),

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
      tabFiles.holdBack(await store.isWorkingOffline())
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
