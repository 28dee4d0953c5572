import { createOutboxStore } from '#src/outbox/outbox-store.ts'
import { createDrain } from '#src/outbox/sending/drain.ts'
import { drainInBackground } from '#src/service-worker/worker-drain.ts'
import type { Design } from './design.ts'
import type { SimClient, SimDevice } from './sim-device.ts'

/** Runs the drain once in the worker, as after a Background Sync event. The caller ends the worker. */
export function drainInWorker(
  device: SimDevice,
  client: SimClient,
  design: Design = {},
): Promise<void> {
  const now = () => Date.now() // looks up the simulated Date.now at each call
  return drainInBackground({
    locks: device.hasLocks ? device.locks.for(client.context) : undefined,
    random: device.random.next,
    now,
    makeStore(database, options) {
      const right = createOutboxStore(database, options)
      return design.store?.(right, { device, database, now }) ?? right
    },
    makeDrain: (parts) => createDrain(design.drain?.(parts, { device }) ?? parts),
  })
}
