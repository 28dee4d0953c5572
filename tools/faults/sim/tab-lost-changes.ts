import { createLostChangeDetector, type DetectorParts } from '#src/outbox/lost-change-detector.ts'
import type { OutboxStore } from '#src/outbox/outbox-store.ts'
import type { OutboxView } from '#src/outbox/outbox-view.ts'
import type { SimDevice } from './sim-device.ts'

// Runs the lost-change detector of one simulated tab: the product's code that notices queued changes which the browser
// lost together with their database.

export interface LostChangesParts {
  device: SimDevice
  store: OutboxStore
  view: OutboxView
  user: DetectorParts['user']
  choose: (parts: DetectorParts) => DetectorParts
}

/** The detector of lost listings is not simulated: no schedule loses their database. */
const NO_LISTINGS: DetectorParts['views']['listings'] = {
  get: () => ({ state: 'ready', changes: [], unreadable: 0, databaseId: null }),
  subscribe: () => () => undefined,
}

export function watchLostChanges({ device, store, view, user, choose }: LostChangesParts): void {
  const views = { changes: view, listings: NO_LISTINGS }
  createLostChangeDetector(choose({ views, user, keyValueStore: device.localStorage }))
  void store.health.check()
}
