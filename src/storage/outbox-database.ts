import Dexie, { type EntityTable } from 'dexie'
import type { Change } from '#src/domain/change.ts'

// The operator's promises. Strict durability: a write that resolved is on the disk. Never cleared by a version, an age,
// an update, a sign-out or an error; a change leaves only by the server's answer or by a person.

/** One row that counts the server's confirmations on this device. */
export interface Counter {
  name: 'acked'
  value: number
}

export interface OutboxDatabase extends Dexie {
  changes: EntityTable<Change, 'seq'>
  counters: EntityTable<Counter, 'name'>
}

export function createOutboxDatabase(name = 'outbox'): OutboxDatabase {
  const database = new Dexie(name, { chromeTransactionDurability: 'strict' }) as OutboxDatabase // Dexie adds the tables declared below
  database.version(1).stores({ changes: '++seq, &key, userId', counters: 'name' })
  return database
}
