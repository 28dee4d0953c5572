import { isApiReachable, readEventList, sendChange } from '#src/api/send-change.ts'
import { createCacheDatabase } from '#src/storage/cache-database.ts'
import { createOutboxDatabase } from '#src/storage/outbox-database.ts'
import { createOutboxStore } from '#src/storage/outbox-store.ts'
import { createQueryCopyStore } from '#src/storage/query-copy-store.ts'
import { createSessionMirrorStore } from '#src/storage/session-mirror-store.ts'
import { createChangeOutcomes } from '#src/sync/change-outcomes.ts'
import { createDrain, type DrainParts } from '#src/sync/drain.ts'
import { makeClient, type SimClient, type SimDevice } from './sim-device.ts'
import type { Design } from './sim-tab.ts'

/** The worker, woken for one pass as Background Sync wakes it; it is ended by whoever woke it, or killed before. */
export async function drainInWorker(
  device: SimDevice,
  client: SimClient,
  design: Design = {},
): Promise<void> {
  const cache = createCacheDatabase()
  const database = createOutboxDatabase()
  const outcomes = createChangeOutcomes()
  const mirror = createSessionMirrorStore(cache)
  const now = () => Date.now()
  const right = createOutboxStore(database)
  const designed = { device, database, now }
  const store = design.store?.(right, designed) ?? right
  const parts: DrainParts = {
    store,
    outcomes,
    send: sendChange,
    readEventList,
    isReachable: isApiReachable,
    reachability: { get: () => 'online', isProven: () => false, report: () => undefined },
    async onSignedOut(token) {
      if ((await mirror.find())?.token !== token) return
      await mirror.clear()
      await createQueryCopyStore(cache).clear()
    },
    isVisible: () => false,
    locks: device.hasLocks ? device.locks.for(client.context) : undefined,
    async findSession() {
      const session = await mirror.find()
      return session && { userId: session.userId, token: session.token }
    },
    now,
    random: device.random.next,
  }
  const drain = createDrain(design.drain?.(parts, designed) ?? parts)
  await drain.run()
}

export function makeWorkerClient(device: SimDevice): SimClient {
  const client = makeClient(device.makeContext('worker'), 'hidden')
  device.clients.add(client)
  return client
}
