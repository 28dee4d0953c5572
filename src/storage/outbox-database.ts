import Dexie, { type EntityTable, type Table } from 'dexie'
import type { Change } from '#src/domain/change.ts'
import type { BatchFact, ChangeBatch } from '#src/domain/listing/change-batch.ts'
import { PROBE_FILLER } from './database-connection.ts'

// The database of the queued changes, with strict durability: a resolved write is on the disk. No version, age, update,
// sign-out or error clears it; only the server's answer or the user removes a change.

/** A single stored number. */
export interface NumberRow {
  /** acked: the number of the last confirmation. work-offline: 1 while the device works offline on purpose. */
  name: 'acked' | 'work-offline'
  value: number
}

/** The state of the newest drain run; times in epoch milliseconds. */
export interface DrainRunRow {
  name: 'pass'
  /** Fencing token of the newest run. Only that run may claim changes. */
  value: number
  aliveUntil: number
  /** Until this time, a drain run whose lock was stolen may still have a call in flight. */
  stolenUntil: number
  /** Until this time, the server wants no requests. */
  busyUntil: number
}

/** Commit marker of a transaction. Its name begins with the time, so that a key range can select old markers. */
export interface CommittedRow {
  name: `committed:${string}`
  /** Epoch milliseconds. */
  value: number
}

/** Written to test whether writes succeed. */
export interface ProbeRow {
  name: 'probe'
  /** The database's id, created by the first probe. A recreated database has another id. */
  value: number
  filler: string
}

/** A batch of changes. It is stored here and not in a table of its own, which earlier builds could not open. */
export interface BatchRow {
  name: `batch:${string}`
  /** When it was made, in epoch milliseconds. */
  value: number
  batch: ChangeBatch
}

/** What undo needs of changes of a batch that have left the queue. */
export interface BatchFactsRow {
  name: `batch-facts:${string}`
  /** How many there are. */
  value: number
  facts: readonly BatchFact[]
}

export type Counter = NumberRow | DrainRunRow | CommittedRow | ProbeRow | BatchRow | BatchFactsRow

export interface OutboxDatabase extends Dexie {
  changes: EntityTable<Change, 'seq'>
  counters: Table<Counter, Counter['name']>
}

const SCHEMA_VERSION = 2
const STORED_VERSION = SCHEMA_VERSION * 10 // Dexie multiplies its version numbers by 10 for IndexedDB

export function createOutboxDatabase(name = 'outbox', indexedDB = findFactory()): OutboxDatabase {
  const database = new Dexie(name, {
    chromeTransactionDurability: 'strict',
    indexedDB: indexedDB && seal(indexedDB),
  }) as OutboxDatabase // Dexie adds the tables declared below
  database.version(1).stores({ changes: '++seq, &key, userId', counters: 'name' })
  database.version(SCHEMA_VERSION).stores({ changes: '++seq, &key, userId, [userId+entityId]' })
  return database
}

/** Writes a probe and returns the database's id, which the first probe creates. */
export function probeOutbox(database: OutboxDatabase): Promise<number> {
  const { counters } = database
  return database.transaction('rw!', counters, async () => {
    const row = await counters.get('probe')
    const value = row?.value || (crypto.getRandomValues(new Uint32Array(1))[0] ?? 1)
    await counters.put({ name: 'probe', value, filler: PROBE_FILLER })
    return value
  })
}

/** Some browsers throw on access to `indexedDB` if storage is blocked. */
function findFactory(): IDBFactory | undefined {
  try {
    return globalThis.indexedDB
  } catch {
    return undefined
  }
}

/**
 * Lets a build open only its own version of the database, and refuses to delete the database. Without this, Dexie would
 * open the database of a newer build too, and even add the parts of this build's schema that are missing there.
 */
function seal(factory: IDBFactory): IDBFactory {
  return {
    open(name, version) {
      if (version === STORED_VERSION) return factory.open(name, version)
      throw new DOMException('The outbox belongs to another build of this app.', 'VersionError')
    },
    deleteDatabase() {
      throw new DOMException('The outbox is never deleted.', 'NotSupportedError')
    },
    databases: () => factory.databases(),
    cmp: (a, b) => factory.cmp(a, b),
  }
}
