import Dexie, { type EntityTable, type Table } from 'dexie'
import type { Change } from '#src/domain/change.ts'

// The queued changes. Strict durability: a resolved write is on the disk. Never cleared by a version, an age, an update,
// a sign-out or an error; only the server's answer or the user removes a change.

/** A number stored beside the changes. */
export interface NumberRow {
  /** acked: the number of this device's confirmations. work-offline: 1 while the device works offline on purpose. */
  name: 'acked' | 'work-offline'
  value: number
}

/** The drain run that may claim; times in epoch milliseconds. */
export interface DrainRunRow {
  name: 'pass'
  /** Fencing token: only the newest may claim. */
  value: number
  aliveUntil: number
  /** The time until which an overtaken drain may still have a call under way. */
  stolenUntil: number
  /** The end of the period in which the server wants no requests. */
  busyUntil: number
}

/** Commit marker of a step. Its name starts with the time of the step, so that old markers form a key range. */
export interface CommittedRow {
  name: `committed:${string}`
  /** Epoch milliseconds. */
  value: number
}

/** Written to test whether writes succeed. */
export interface ProbeRow {
  name: 'probe'
  /** Database id, created by the first probe: a recreated database has another id. */
  value: number
  filler: string
}

export type Counter = NumberRow | DrainRunRow | CommittedRow | ProbeRow

export interface OutboxDatabase extends Dexie {
  changes: EntityTable<Change, 'seq'>
  counters: Table<Counter, Counter['name']>
}

const SCHEMA_VERSION = 2
const STORED_VERSION = SCHEMA_VERSION * 10 // as Dexie writes version numbers into the browser's database

export function createOutboxDatabase(name = 'outbox', indexedDB = findFactory()): OutboxDatabase {
  const database = new Dexie(name, {
    chromeTransactionDurability: 'strict',
    indexedDB: indexedDB && seal(indexedDB),
  }) as OutboxDatabase // Dexie adds the tables declared below
  database.version(1).stores({ changes: '++seq, &key, userId', counters: 'name' })
  database.version(SCHEMA_VERSION).stores({ changes: '++seq, &key, userId, [userId+entityId]' })
  return database
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
 * Lets a build open only its own version of the database. Dexie would open a newer version as its own and even add
 * missing parts of its schema. Nothing may ever delete the database.
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
