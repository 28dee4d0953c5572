import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/schema.ts'
import type { Change } from '#src/domain/change.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import type { PostingSenderParts } from '#src/outbox/kinds/posting/posting-sender.ts'
import type { VisitSenderParts } from '#src/outbox/kinds/visit/photos/visit-sender.ts'
import type { DetectorParts } from '#src/outbox/lost-change-detector.ts'
import type { OutboxStore } from '#src/outbox/outbox-store.ts'
import type { DrainParts } from '#src/outbox/sending/drain-parts.ts'
import type { createCacheEntryStore } from '#src/query-cache/cache-entry-store.ts'
import type { OutboxDatabase } from '#src/storage/outbox-database.ts'
import type { UploadsDatabase } from '#src/storage/uploads-database.ts'
import type { SimDevice } from './sim-device.ts'
import type { SimWorkerScope } from './sim-shell.ts'

/** Handles one request until its answer is complete. */
export type RequestHandler = (request: Request) => Promise<Response>

/**
 * The parts that a deliberately wrong design replaces. Some of these functions receive the correct part and return the
 * wrong part that replaces it.
 */
export interface Design {
  store?: (store: Store, client: DesignedClient) => Store
  drain?: (parts: DrainParts, client: Pick<DesignedClient, 'device'>) => DrainParts
  cacheEntries?: (cacheEntries: CacheEntries) => CacheEntries
  /** Applies a queued change to the rows in memory, instead of overlaying the outbox when the rows are shown. */
  screen?: (rows: readonly Listing[], queued: Change) => readonly Listing[]
  server?: (server: RequestHandler, db: Kysely<Tables>) => RequestHandler
  lostChanges?: (parts: DetectorParts) => DetectorParts
  posting?: (parts: PostingSenderParts, db: UploadsDatabase) => PostingSenderParts
  visiting?: (parts: VisitSenderParts) => VisitSenderParts
  /** Adds listeners to the service worker of each build. */
  worker?: (scope: SimWorkerScope) => void
}

/** The tab or the worker that runs with a wrong design. */
export interface DesignedClient {
  device: SimDevice
  database: OutboxDatabase
  /** Epoch milliseconds by the device's own clock. */
  now(): number
}
export type Store = OutboxStore
export type CacheEntries = ReturnType<typeof createCacheEntryStore>
