import { IDBDatabase, IDBFactory, IDBTransaction } from 'fake-indexeddb'
import type { SimContext, SimWorld } from './sim-world.ts'

// IndexedDB as the simulation needs it: fake-indexeddb, whose every step is a task of the context that asked for it, with
// a gap between a commit and its event, and with faults. What a killed context had open is rolled back, as a browser does
// when a process dies.

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

/** The parts of fake-indexeddb that are not in its types. */
interface RawTransaction extends IDBTransaction {
  _state: string
  _rollbackLog: (() => void)[]
  _requests: { request: { readyState: string; source: unknown }; operation: () => unknown }[]
  _start(): void
  _abort(errorName: string | null): void
  _markFinished(): void
}
interface RawConnection extends IDBDatabase {
  _rawDatabase: {
    transactions: RawTransaction[]
    connections: RawConnection[]
    processTransactions(): void
  }
  _closed: boolean
  _closePending: boolean
}
interface RawFactory {
  _databases: Map<
    string,
    {
      transactions: unknown[]
      connections: unknown[]
      rawObjectStores: Map<
        string,
        { clear(log: undefined): void; keyGenerator: { num: number } | null }
      >
    }
  >
  _connectionQueues: Map<string, unknown>
}
interface Owned {
  context: SimContext
  fault: StorageFault | null
}

let world: SimWorld | null = null
const owned = new WeakMap<object, Owned>()
const storageOf = new WeakMap<SimContext, SimStorage>()

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

  /** Empties a database under everybody who has it open, as its deletion does; its shape is that of the next one. */
  async deleteDatabase(name: string): Promise<void> {
    const raw = (this.factory as unknown as RawFactory)._databases.get(name) // as fake-indexeddb keeps them
    for (const context of new Set(this.connections.values())) this.breakConnections(context)
    for (const store of raw?.rawObjectStores.values() ?? []) store.clear(undefined)
  }

  /** Nothing uses it any more. */
  handBack(): void {
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

  /** Rolls back what a dead context had open, and closes its connections. */
  release(context: SimContext): void {
    for (const connection of this.connectionsOf(context)) {
      const raw = connection._rawDatabase
      for (const transaction of [...raw.transactions]) {
        if (owned.get(transaction)?.context === context) rollBack(transaction)
      }
      this.drop(connection)
      raw.processTransactions()
    }
  }

  /** The browser closes a context's connections under it, as iOS does to a page in the background. */
  breakConnections(context: SimContext): void {
    for (const connection of this.connectionsOf(context)) {
      for (const transaction of connection._rawDatabase.transactions) {
        if (owned.get(transaction)?.context !== context) continue
        world?.enqueue(context, () => {
          if (transaction._state !== 'finished') transaction._abort('AbortError')
        })
      }
      this.drop(connection)
      world?.enqueue(context, () => void connection.dispatchEvent(fakeEvent('close')))
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

/** The storage of whoever's turn it is. @throws for a context without any */
export function currentStorage(): SimStorage {
  const storage = world && storageOf.get(world.current)
  if (!storage) throw new Error('No device has its turn.')
  return storage
}

/** Makes fake-indexeddb run in a world; the answer puts it back. */
export function bindIndexedDb(simWorld: SimWorld): () => void {
  world = simWorld
  patchOnce()
  return () => {
    world = null
  }
}

let isPatched = false

function patchOnce(): void {
  if (isPatched) return
  isPatched = true
  patchOpening()
  patchTransactions()
}

/** Opening happens on the ground, so that a tab that dies meanwhile blocks nobody; the tab hears of it in its own turn. */
function patchOpening(): void {
  const open = IDBFactory.prototype.open
  IDBFactory.prototype.open = function openInWorld(
    this: IDBFactory,
    name: string,
    version?: number,
  ) {
    const here = world
    const context = here?.current
    if (!here || !context || context === here.ground) return open.call(this, name, version)
    const storage = storageOf.get(context)
    here.current = here.ground
    const request = open.call(this, name, version)
    here.current = context
    const dispatch = request.dispatchEvent.bind(request)
    request.dispatchEvent = (event: Event) => {
      // An upgrade is one undivided step: its transaction is open only now.
      if (event.type === 'upgradeneeded') return inContext(context, () => dispatch(event))
      here.enqueue(context, () => {
        const connection = request.result as RawConnection // of a request that succeeded
        if (event.type === 'success') storage?.connections.set(connection, context)
        dispatch(event)
      })
      return true
    }
    return request
  }
}

function inContext<Result>(context: SimContext, work: () => Result): Result {
  if (!world) return work()
  const before = world.current
  world.current = context
  try {
    return work()
  } finally {
    world.current = before
  }
}

function patchTransactions(): void {
  const proto = IDBDatabase.prototype as unknown as RawConnection
  const begin = proto.transaction
  proto.transaction = function beginInWorld(this: RawConnection, ...args) {
    const context = world?.current
    const storage = context && storageOf.get(context)
    const mode = args[1] ?? 'readonly'
    const isPlain = (mode as string) !== 'versionchange'
    const fault = isPlain ? (storage?.chooseFault({ mode, database: this.name }) ?? null) : null
    if (context && fault === 'closed-connection') {
      storage?.breakConnections(context)
      throw new DOMException('The database connection is closing.', 'InvalidStateError')
    }
    const transaction = begin.apply(this, args)
    if (context && isPlain) owned.set(transaction, { context, fault })
    return transaction
  }
  const transactions = IDBTransaction.prototype as unknown as RawTransaction
  const start = transactions._start
  transactions._start = function startInWorld(this: RawTransaction) {
    const own = owned.get(this)
    if (!world || !own) return start.call(this)
    if (own.context.isDead) return rollBack(this)
    if (world.current !== own.context) return world.enqueue(own.context, () => this._start())
    const open = this._requests.find(({ request }) => request.readyState !== 'done')
    if (own.fault === 'request-error' && open) {
      own.fault = null
      open.operation = () => {
        throw new DOMException('Internal error.', 'UnknownError')
      }
    }
    if (own.fault === 'abort-at-commit' && !open && this._state !== 'finished') {
      return this._abort('QuotaExceededError')
    }
    return start.call(this)
  }
  const dispatch = transactions.dispatchEvent
  transactions.dispatchEvent = function dispatchInWorld(this: RawTransaction, event: Event) {
    const own = owned.get(this)
    if (!world || !own || event.type !== 'complete') return dispatch.call(this, event)
    const { db } = this as unknown as { db: RawConnection }
    db._rawDatabase.processTransactions()
    world.enqueue(own.context, () => {
      if (own.fault !== 'lost-commit-event') return void dispatch.call(this, event)
      Object.assign(this, { error: new DOMException('Connection lost.', 'UnknownError') })
      dispatch.call(this, fakeEvent('abort'))
      storageOf.get(own.context)?.breakConnections(own.context)
    })
    return true
  }
}

function rollBack(transaction: RawTransaction): void {
  if (transaction._state === 'finished') return
  for (const undo of transaction._rollbackLog.reverse()) undo()
  transaction._rollbackLog = []
  for (const { request } of transaction._requests) request.readyState = 'done'
  transaction._markFinished()
}

/** An event as fake-indexeddb dispatches them. */
function fakeEvent(type: string): Event {
  const event = {
    type,
    bubbles: false,
    cancelable: false,
    eventPath: [],
    initialized: true,
    dispatched: false,
    NONE: 0,
    CAPTURING_PHASE: 1,
    AT_TARGET: 2,
    BUBBLING_PHASE: 3,
    preventDefault() {},
    stopPropagation() {},
  }
  return event as unknown as Event // what its dispatch reads, and no more
}
