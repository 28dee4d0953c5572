import { createOutboxStore } from '#src/outbox/queue/outbox-store.ts'
import { createDrain } from '#src/outbox/sending/drain.ts'
import { drainInBackground } from '#src/service-worker/worker-drain.ts'
import type { Design } from './design.ts'
import { makeClient, type SimClient, type SimDevice } from './sim-device.ts'

/** The worker, woken for one pass as Background Sync wakes it; it is ended by whoever woke it, or killed before. */
export function drainInWorker(
  device: SimDevice,
  client: SimClient,
  design: Design = {},
): Promise<void> {
  const now = () => Date.now() // the simulated one, at each call
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

export function makeWorkerClient(device: SimDevice): SimClient {
  const client = makeClient(device.makeContext('worker'), 'hidden')
  device.clients.add(client)
  return client
}
