import Dexie, { type EntityTable, type Table } from 'dexie'
import type { Change } from '#src/domain/change.ts'

// The operator's promises. Strict durability: a write that resolved is on the disk. Never cleared by a version, an age,
// an update, a sign-out or an error; a change leaves only by the server's answer or by a person.

/** A number kept beside the changes. */
export interface NumberRow {
  /** acked: this device's confirmations, counted. work-offline: 1 while the device works offline on purpose. */
  name: 'acked' | 'work-offline'
  value: number
}

/** Which drain of this device may claim; times in epoch milliseconds. */
export interface PassRow {
  name: 'pass'
  /** Counts the passes: only the newest may claim. */
  value: number
  aliveUntil: number
  /** Until when an overtaken drain may still have a call under way. */
  stolenUntil: number
  /** Until when the server as a whole asks to be left alone. */
  busyUntil: number
}

/** The mark of a step that was committed. Its name begins with the moment of the step, so that old ones are a range. */
export interface CommittedRow {
  name: `committed:${string}`
  /** Epoch milliseconds. */
  value: number
}

/** Written to find out whether anything can be. */
export interface ProbeRow {
  name: 'probe'
  /** Made with the first probe, so that a database that was made anew is told from the one before. */
  value: number
  filler: string
}

export type Counter = NumberRow | PassRow | CommittedRow | ProbeRow

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

/** Where a site may store nothing, some browsers throw at the very name. */
function findFactory(): IDBFactory | undefined {
  try {
    return globalThis.indexedDB
  } catch {
    return undefined
  }
}

/**
 * Lets a build open its own version of the database and no other. Dexie would open a newer one as if it were its own and
 * even add what it misses there; and nothing may ever delete it.
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
