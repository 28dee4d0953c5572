import Dexie, { type EntityTable, type Table } from 'dexie'

// What may be thrown away: saved copies of what was read, and the session's mirror for the worker. Relaxed durability.

/** One saved query without its rows. */
export interface QueryCopy {
  key: string
  /** The persisted query as the persister handed it over, its rows taken out. */
  header: unknown
  /** The pieces of rows that belong to it, in the order of the rows; null for a query without rows. */
  pieceIds: readonly number[] | null
  /** Another with every write of pieces, so that a tab recognises that the stored ones are its own. */
  stamp: string
}

/** A slice of a saved query's rows: small enough to write without holding up the screen. */
export interface QueryPiece {
  key: string
  index: number
  rows: readonly unknown[]
}

/** The session as the worker reads it, which has no localStorage. */
export interface SessionMirror {
  name: 'session'
  userId: string
  token: string
  expiresAt: string | null
}

export interface CacheDatabase extends Dexie {
  copies: EntityTable<QueryCopy, 'key'>
  pieces: Table<QueryPiece, [string, number]>
  mirror: EntityTable<SessionMirror, 'name'>
}

export function createCacheDatabase(name = 'cache'): CacheDatabase {
  const database = new Dexie(name, { chromeTransactionDurability: 'relaxed' }) as CacheDatabase // Dexie adds the tables declared below
  database.version(1).stores({ copies: 'key', pieces: '[key+index]', mirror: 'name' })
  return database
}
