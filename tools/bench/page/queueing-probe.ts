import type { Account } from '#src/domain/account/account.ts'
import { createOutbox, type Outbox } from '#src/outbox/outbox.ts'
import { createOutboxStore, type OutboxStore } from '#src/outbox/outbox-store.ts'
import { createOutboxView, UNREAD_OUTBOX } from '#src/outbox/outbox-view.ts'
import { createWorkOffline } from '#src/outbox/work-offline.ts'
import { createSessionStore } from '#src/session/session-store.ts'
import { createOutboxDatabase } from '#src/storage/outbox-database.ts'
import { type Decided, fillOutbox } from './bench-changes.ts'
import { makeListings } from './bench-listings.ts'

const USER_ID = 'bench'

export interface QueueingTimes {
  /** For each decision, the milliseconds from the call until it is stored and the promise resolves. */
  durableMs: number[]
  /** For each decision, the milliseconds from the call until the screens are notified of it. */
  shownMs: number[]
}

/**
 * Decides about `count` listings in sequence, on a device that already has `heldCount` queued changes. Each decision
 * starts once the previous one is shown, as with a person.
 */
export async function measureQueueing(given: {
  heldCount: number
  count: number
}): Promise<QueueingTimes> {
  const database = createOutboxDatabase(`queueing-${given.heldCount}`)
  const store = createOutboxStore(database)
  const outbox = createOutboxOf(store, USER_ID)
  const listings = makeListings(given.heldCount + given.count)
  await fillOutbox(database, USER_ID, listings.slice(0, given.heldCount))
  const user = { findUserId: () => USER_ID, subscribe: () => () => undefined }
  const view = createOutboxView(Promise.resolve(store), user)
  await isShown(() => view.get().changes.length === given.heldCount, view.subscribe)
  const times: QueueingTimes = { durableMs: [], shownMs: [] }
  for (const listing of listings.slice(given.heldCount)) {
    const known = view.get().changes.length
    const startedAt = performance.now()
    const shown = isShown(() => view.get().changes.length > known, view.subscribe).then(() =>
      times.shownMs.push(performance.now() - startedAt),
    )
    await outbox.queueListing(listing, { kind: 'status', to: 'approved' }, 'table')
    times.durableMs.push(performance.now() - startedAt)
    await shown
  }
  outbox.workOffline.dispose()
  view.dispose()
  database.close()
  return times
}

/** Measures `count` small durable writes, one after the other. No decision can be faster than such a write. */
export async function measureDisk(count: number): Promise<number[]> {
  const database = createOutboxDatabase('disk')
  const times: number[] = []
  for (let value = 0; value < count; value += 1) {
    const startedAt = performance.now()
    await database.counters.put({ name: 'acked', value })
    times.push(performance.now() - startedAt)
  }
  database.close()
  return times
}

/** Stores a session and unsent decisions on this device. */
export async function prepareDevice(given: {
  account: Account
  token: string
  listings: readonly Decided[]
}): Promise<void> {
  const session = createSessionStore(localStorage, window)
  const { account, token } = given
  session.set({ account, token, expiresAt: null, takesKeys: true })
  session.dispose()
  const database = createOutboxDatabase()
  await fillOutbox(database, account.id, given.listings)
  database.close()
}

function createOutboxOf(store: OutboxStore, userId: string): Outbox {
  return createOutbox({
    openStore: async () => store,
    findUserId: () => userId,
    takesKeys: () => true,
    view: { show: () => undefined, hide: () => undefined, get: () => UNREAD_OUTBOX },
    outcomes: {
      publishQueued: () => undefined,
      publishUndone: () => undefined,
      publishReplaced: () => undefined,
    },
    discardContent: async () => undefined,
    triggerDrain: () => undefined,
    workOffline: createWorkOffline({
      openStore: async () => store,
      whenOpen: Promise.resolve(store),
      hint: localStorage,
    }),
    persistence: {
      getSpace: () => 'enough',
      checkSpace: async () => undefined,
      askOnce: async () => undefined,
    },
  })
}

function isShown(
  holds: () => boolean,
  subscribe: (listener: () => void) => () => unknown,
): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!holds()) return
      stop()
      resolve()
    }
    const stop = subscribe(look)
    look()
  })
}
