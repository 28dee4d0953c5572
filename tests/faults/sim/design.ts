import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/schema.ts'
import type { Change } from '#src/domain/change.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import type { DetectorParts } from '#src/outbox/lost-change-detector.ts'
import type { OutboxStore } from '#src/outbox/queue/outbox-store.ts'
import type { DrainParts } from '#src/outbox/sending/drain.ts'
import type { createCacheEntryStore } from '#src/query-cache/cache-entry-store.ts'
import type { OutboxDatabase } from '#src/storage/outbox-database.ts'
import type { SimDevice } from './sim-device.ts'
import type { SimWorkerScope } from './sim-shell.ts'

/** Answers one request, from its first byte to the last of its answer. */
export type RequestHandler = (request: Request) => Promise<Response>

/** Where a wrong design takes hold. Each is given the right part and answers the one to use. */
export interface Design {
  store?: (store: Store, client: DesignedClient) => Store
  drain?: (parts: DrainParts, client: Pick<DesignedClient, 'device'>) => DrainParts
  cacheEntries?: (cacheEntries: CacheEntries) => CacheEntries
  /** What the screen does with a queued change in place of folding the outbox over what was read. */
  screen?: (rows: readonly Listing[], queued: Change) => readonly Listing[]
  server?: (server: RequestHandler, db: Kysely<Tables>) => RequestHandler
  lostChanges?: (parts: DetectorParts) => DetectorParts
  /** Added to the worker that a build brings. */
  worker?: (scope: SimWorkerScope) => void
}
/** The tab or the worker that a wrong design is part of. */
export interface DesignedClient {
  device: SimDevice
  database: OutboxDatabase
  /** Epoch milliseconds by the device's own clock. */
  now(): number
}
export type Store = OutboxStore
export type CacheEntries = ReturnType<typeof createCacheEntryStore>
