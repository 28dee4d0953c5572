import { createLostChangeDetector, type DetectorParts } from '#src/outbox/lost-change-detector.ts'
import type { OutboxStore } from '#src/outbox/outbox-store.ts'
import { createOutboxView, type OutboxView } from '#src/outbox/outbox-view.ts'
import type { SimClient, SimDevice } from './sim-device.ts'

// Runs the lost-change detector of one simulated tab: the product's code that notices queued changes which the browser
// lost together with their database.

export interface LostChangesParts {
  device: SimDevice
  client: SimClient
  store: OutboxStore
  user: DetectorParts['user']
  choose: (parts: DetectorParts) => DetectorParts
}

/** Simulated people write no listings. */
const NO_LISTINGS: DetectorParts['views']['listings'] = {
  get: () => ({ state: 'ready', changes: [], unreadable: 0, databaseId: null }),
  subscribe: () => () => undefined,
}

export function watchLostChanges({ device, client, store, user, choose }: LostChangesParts) {
  const observeChanges = observeInTurns(store, device, client)
  const view: OutboxView = createOutboxView(Promise.resolve({ observeChanges }), user)
  const views = { changes: view, listings: NO_LISTINGS }
  createLostChangeDetector(choose({ views, user, keyValueStore: device.localStorage }))
  void store.health.check()
  return view
}

/**
 * In the simulation, Dexie would notify every tab while the code of the writing tab runs. This observer schedules the
 * read of each tab in an event-loop turn of that tab, as a browser does.
 */
function observeInTurns(
  store: OutboxStore,
  { storage, world }: SimDevice,
  { context }: SimClient,
): OutboxStore['observeChanges'] {
  return (userId, onNext, onError) => {
    let isReading = false
    let isStale = false

    function look(): void {
      isStale = isReading
      if (isReading) return
      isReading = true
      const stop = store.observeChanges(
        userId,
        (stored) => end(() => onNext(stored)),
        (error) => end(() => onError(error)),
      )
      function end(tell: () => void): void {
        stop()
        isReading = false
        tell()
        if (isStale) world.enqueue(context, look)
      }
    }

    const unwatch = storage.watch(() => world.enqueue(context, look))
    const unfollow = store.health.subscribe(look)
    look()
    return () => {
      unwatch()
      unfollow()
    }
  }
}
