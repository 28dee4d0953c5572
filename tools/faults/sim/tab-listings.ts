import { listListingChanges, listListings } from '#src/api/sections/listings-api.ts'
import type { Change } from '#src/domain/change.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { applyListingDelta, shareListings } from '#src/domain/listing/listing-delta.ts'
import { pruneAcked } from '#src/outbox/acked-pruning.ts'
import type { createOutboxStore } from '#src/outbox/outbox-store.ts'
import { foldChanges } from '#src/outbox/overlay/overlay.ts'
import type { createCacheEntryStore } from '#src/query-cache/cache-entry-store.ts'
import {
  cacheEntryKey,
  listCopiedConfirmations,
  type SavedRead,
} from '#src/query-cache/cached-reads.ts'
import { fetchSavedRead } from '#src/query-cache/saved-read.ts'
import { savedReadKey } from '#src/query-cache/saved-read-key.ts'
import type { SessionStore } from '#src/session/session-store.ts'

// The operator's listings in one tab: the last read, in memory and as a saved copy, overlaid with the outbox.

export interface TabListingsParts {
  session: SessionStore
  store: ReturnType<typeof createOutboxStore>
  cacheEntries: ReturnType<typeof createCacheEntryStore>
  /** A wrong design's way to show a queued change. */
  screen: ((rows: readonly Listing[], queued: Change) => readonly Listing[]) | undefined
}

/** The read in the page's memory; the product stores it in React Query. */
type Memory = SavedRead<readonly Listing[]> | null

export function createTabListings({ session, store, cacheEntries, screen }: TabListingsParts) {
  /** Confirmed changes that this page has seen; src/outbox/outbox-view.ts retains them, too. */
  let confirmed = new Map<string, Change>()
  let memory: Memory = null
  let reading = 0

  async function listShown(userId: string): Promise<Change[]> {
    const changes = await store.listChanges(userId)
    for (const change of changes) if (change.state === 'acked') confirmed.set(change.key, change)
    const stored = new Set(changes.map(({ key }) => key))
    const kept = [...confirmed.values()].filter(
      (one) => one.userId === userId && !stored.has(one.key),
    )
    return [...kept, ...changes]
  }

  /** The read from this tab's memory, or else the device's saved copy. */
  async function load(): Promise<Memory> {
    const userId = session.findUserId()
    if (memory || !userId) return memory
    // As in the product, a new page reads its outbox before its saved copy. In the other order, another tab could save
    // a newer copy in between and delete confirmed changes, which this page's older copy does not include.
    await listShown(userId)
    const entry = await cacheEntries.find(keyOf(userId))
    if (entry) {
      const { state } = entry.header as SavedHeader // written by `refresh`
      memory = { ...state.data, value: (entry.rows ?? []) as Listing[] } // stored together with this header
    }
    return memory
  }

  return {
    listShown,

    /** Applies a change that was queued on this screen. */
    add(change: Change): void {
      if (screen && memory) memory = { ...memory, value: screen(memory.value, change) }
    },

    forget(): void {
      memory = null
      confirmed = new Map()
    },

    /** The operator's listings as the screen shows them, from memory or the saved copy, without the network. */
    async show(): Promise<readonly Listing[]> {
      const userId = session.findUserId()
      const read = await load()
      if (!userId || !read) return []
      if (screen) return read.value
      return foldChanges(read.value, await listShown(userId), read.ackedBefore).rows
    },

    /** Fetches the listings from the server and stores the copy. */
    async refresh(): Promise<void> {
      const userId = session.findUserId()
      const current = session.find()
      if (!userId || !current?.isOperator) return
      reading += 1
      try {
        const entry = (await load()) ?? undefined
        const next = await fetchSavedRead({
          entry,
          read: listListings,
          delta: { read: listListingChanges, apply: applyListingDelta, share: shareListings },
          findLastConfirmation: store.findLastConfirmation,
        })
        if (session.findUserId() !== userId) return
        memory = next
        const header: SavedHeader = { state: { data: { ...next, value: [] } } }
        await cacheEntries.set(keyOf(userId), { header, rows: next.value }, isLaterThan(next))
      } finally {
        reading -= 1
      }
      await pruneAcked(userId, {
        store,
        isReading: () => reading > 0,
        listCopied: (owner) => listCopiedConfirmations(owner, cacheEntries),
        findCopied: async () => null, // nobody writes notes here
      })
    },
  }
}

/** The header of a saved copy, as the persister stores it. */
interface SavedHeader {
  state: { data: NonNullable<Memory> }
}

/** Returns a function that tells whether a stored copy is newer than this read: another tab may have saved it. */
function isLaterThan({ ackedBefore }: NonNullable<Memory>) {
  return (stored: unknown) => (stored as SavedHeader).state.data.ackedBefore > ackedBefore // written by `refresh`
}

function keyOf(userId: string): string {
  return cacheEntryKey(savedReadKey(userId, 'listings'))
}
