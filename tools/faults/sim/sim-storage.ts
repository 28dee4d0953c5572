import { IDBFactory } from 'fake-indexeddb'
import {
  fakeEvent,
  type RawConnection,
  type RawDatabase,
  type RawFactory,
  rollBack,
} from './raw-indexed-db.ts'
import type { SimContext, SimWorld } from './sim-world.ts'

// A device's databases, and which context owns which connection and transaction. Rolls back a dead context's transactions.

export type StorageFault =
  /** All writes succeed, then the commit fails. */
  | 'abort-at-commit'
  /** The commit succeeds; the connection closes before the `complete` event. */
  | 'lost-commit-event'
  /** The connection is closed when the transaction is opened. */
  | 'closed-connection'
  /** The first request fails. */
  | 'request-error'

/** Called once for each transaction; null means no fault. */
export type FaultChooser = (transaction: { mode: string; database: string }) => StorageFault | null

/** The context of a transaction, and the fault to inject. */
export interface Owned {
  context: SimContext
  fault: StorageFault | null
}

/** The world that is running; null when none is. Set by sim-indexed-db.ts. */
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

/** Empty databases that wait for the next schedule: it takes them at its start and returns them at its end. */
const spare: IDBFactory[] = []

export function countSpare(): number {
  return spare.length
}

/** One device's IndexedDB, which outlives its tabs. */
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
   * Recreates the outbox while clients have it open, as a browser does on a full disk. Aborts pending transactions and returns
   * the lost rows.
   */
  loseOutbox(): unknown[] {
    const raw = (this.factory as unknown as RawFactory)._databases.get('outbox') // fake-indexeddb's internal fields
    if (!raw) return []
    for (const transaction of [...raw.transactions]) {
      const own = owned.get(transaction)
      if (!own || transaction._state === 'finished') continue
      inContext(own.context, () => transaction._abort('AbortError'))
    }
    raw.processTransactions()
    for (const context of new Set(this.connections.values())) this.breakConnections(context)
    const rows = raw.rawObjectStores.get('changes')?.getAllValues() ?? []
    clearStores(raw)
    return rows
  }

  /** Empties a database while clients have it open, like a deletion. Keeps the schema, because the clients would recreate it. */
  async deleteDatabase(name: string): Promise<void> {
    const raw = (this.factory as unknown as RawFactory)._databases.get(name) // fake-indexeddb's internal fields
    for (const context of new Set(this.connections.values())) this.breakConnections(context)
    for (const store of raw?.rawObjectStores.values() ?? []) store.clear(undefined)
  }

  /** Empties the device's databases and keeps them for the next schedule. */
  handBack(): void {
    this.watchers.clear()
    const { _databases, _connectionQueues } = this.factory as unknown as RawFactory // fake-indexeddb's internal fields
    _connectionQueues.clear()
    for (const database of _databases.values()) {
      database.transactions = []
      database.connections = []
      clearStores(database)
    }
    spare.push(this.factory)
  }

  /** From now on, the databases that the context opens belong to this storage. */
  adopt(context: SimContext): void {
    storageOf.set(context, this)
  }

  /** Closes a dead context's connections and rolls back its transactions, even those of already broken connections. */
  release(context: SimContext): void {
    for (const connection of this.connectionsOf(context)) this.drop(connection)
    const { _databases } = this.factory as unknown as RawFactory // fake-indexeddb's internal fields
    for (const raw of _databases.values()) {
      const own = raw.transactions.filter((one) => owned.get(one)?.context === context)
      for (const transaction of own) rollBack(transaction)
      if (own.length > 0) raw.processTransactions()
    }
  }

  /** Closes a context's connections while it uses them, as iOS does to a page in the background. */
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

/** Empties a database like a new one: the first row gets the number 1 again. */
function clearStores({ rawObjectStores }: RawDatabase): void {
  for (const store of rawObjectStores.values()) {
    store.clear(undefined)
    if (store.keyGenerator) store.keyGenerator.num = 0
  }
}
