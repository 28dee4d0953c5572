import { IDBFactory } from 'fake-indexeddb'
import { fakeEvent, type RawConnection, type RawFactory, rollBack } from './raw-indexed-db.ts'
import type { SimContext, SimWorld } from './sim-world.ts'

// The databases of a device, apart from who runs: which context has what open, and what is lost as one of them dies.

export type StorageFault =
  /** Everything was written, then the commit fails. */
  | 'abort-at-commit'
  /** Committed; the connection dies before anyone hears of it. */
  | 'lost-commit-event'
  /** The connection is gone when the transaction is asked for. */
  | 'closed-connection'
  /** The first request fails. */
  | 'request-error'

/** Asked once for every transaction; null lets it be. */
export type FaultChooser = (transaction: { mode: string; database: string }) => StorageFault | null

/** Whose a transaction is, and what is to befall it. */
export interface Owned {
  context: SimContext
  fault: StorageFault | null
}

/** The world that runs at present; sim-indexed-db.ts binds it. */
export const bound: { world: SimWorld | null } = { world: null }
export const owned = new WeakMap<object, Owned>()
export const storageOf = new WeakMap<SimContext, SimStorage>()

export function inContext<Result>(context: SimContext, work: () => Result): Result {
  const { world } = bound
  if (!world) return work()
  const before = world.current
  world.current = context
  try {
    return work()
  } finally {
    world.current = before
  }
}

/** Empty databases, made beforehand: a schedule begins with them, and hands them back. */
const spare: IDBFactory[] = []

export function countSpare(): number {
  return spare.length
}

/** One device's storage: what outlives its tabs. */
export class SimStorage {
  readonly factory = spare.pop() ?? new IDBFactory()
  chooseFault: FaultChooser = () => null
  readonly connections = new Map<RawConnection, SimContext>()
  private readonly watchers = new Set<() => void>()

  /** Calls back after each committed write, of any page or worker. */
  watch(onWritten: () => void): () => void {
    this.watchers.add(onWritten)
    return () => this.watchers.delete(onWritten)
  }

  notifyWritten(): void {
    for (const onWritten of this.watchers) onWritten()
  }

  /**
   * Recreates the outbox under everybody who has it open, as a browser does on a full disk. What is under way is aborted;
   * returns the rows that were in it.
   */
  loseOutbox(): unknown[] {
    const raw = (this.factory as unknown as RawFactory)._databases.get('outbox') // as fake-indexeddb keeps them
    if (!raw) return []
    for (const transaction of [...raw.transactions]) {
      const own = owned.get(transaction)
      if (!own || transaction._state === 'finished') continue
      inContext(own.context, () => transaction._abort('AbortError'))
    }
    raw.processTransactions()
    for (const context of new Set(this.connections.values())) this.breakConnections(context)
    const rows = raw.rawObjectStores.get('changes')?.getAllValues() ?? []
    for (const store of raw.rawObjectStores.values()) {
      store.clear(undefined)
      if (store.keyGenerator) store.keyGenerator.num = 0
    }
    return rows
  }

  /** Empties a database under everybody who has it open, as its deletion does; its shape is that of the next one. */
  async deleteDatabase(name: string): Promise<void> {
    const raw = (this.factory as unknown as RawFactory)._databases.get(name) // as fake-indexeddb keeps them
    for (const context of new Set(this.connections.values())) this.breakConnections(context)
    for (const store of raw?.rawObjectStores.values() ?? []) store.clear(undefined)
  }

  /** Nothing uses it any more. */
  handBack(): void {
    this.watchers.clear()
    const { _databases, _connectionQueues } = this.factory as unknown as RawFactory // as fake-indexeddb keeps them
    _connectionQueues.clear()
    for (const database of _databases.values()) {
      database.transactions = []
      database.connections = []
      for (const store of database.rawObjectStores.values()) {
        store.clear(undefined)
        if (store.keyGenerator) store.keyGenerator.num = 0
      }
    }
    spare.push(this.factory)
  }

  /** What this context opens is opened here. */
  adopt(context: SimContext): void {
    storageOf.set(context, this)
  }

  /** Rolls back what a dead context had open, on connections that broke before it died too, and closes the others. */
  release(context: SimContext): void {
    for (const connection of this.connectionsOf(context)) this.drop(connection)
    const { _databases } = this.factory as unknown as RawFactory // as fake-indexeddb keeps them
    for (const raw of _databases.values()) {
      const own = raw.transactions.filter((one) => owned.get(one)?.context === context)
      for (const transaction of own) rollBack(transaction)
      if (own.length > 0) raw.processTransactions()
    }
  }

  /** The browser closes a context's connections under it, as iOS does to a page in the background. */
  breakConnections(context: SimContext): void {
    for (const connection of this.connectionsOf(context)) {
      for (const transaction of connection._rawDatabase.transactions) {
        if (owned.get(transaction)?.context !== context) continue
        bound.world?.enqueue(context, () => {
          if (transaction._state !== 'finished') transaction._abort('AbortError')
        })
      }
      this.drop(connection)
      bound.world?.enqueue(context, () => void connection.dispatchEvent(fakeEvent('close')))
    }
  }

  private connectionsOf(context: SimContext): RawConnection[] {
    return [...this.connections].flatMap(([connection, owner]) =>
      owner === context ? [connection] : [],
    )
  }

  private drop(connection: RawConnection): void {
    connection._closed = true
    connection._closePending = true
    const raw = connection._rawDatabase
    raw.connections = raw.connections.filter((other) => other !== connection)
    this.connections.delete(connection)
  }
}
