import { IDBDatabase, IDBFactory, IDBTransaction } from 'fake-indexeddb'
import { fakeEvent, type RawConnection, type RawTransaction, rollBack } from './raw-indexed-db.ts'
import { bound, inContext, owned, type SimStorage, storageOf } from './sim-storage.ts'
import type { SimWorld } from './sim-world.ts'

// IndexedDB as the simulation needs it: fake-indexeddb, whose every step is a task of the context that asked for it, with
// a gap between a commit and its event, and with faults. What a killed context had open is rolled back, as a browser does
// when a process dies. A device's databases are in sim-storage.ts, fake-indexeddb's inside is in raw-indexed-db.ts.

/** The storage of whoever's turn it is. @throws for a context without any */
export function currentStorage(): SimStorage {
  const storage = bound.world && storageOf.get(bound.world.current)
  if (!storage) throw new Error('No device has its turn.')
  return storage
}

/** Makes fake-indexeddb run in a world; the answer puts it back. */
export function bindIndexedDb(world: SimWorld): () => void {
  bound.world = world
  patchOnce()
  return () => {
    bound.world = null
  }
}

let isPatched = false

function patchOnce(): void {
  if (isPatched) return
  isPatched = true
  patchOpening()
  patchBeginning()
  patchStart()
  patchEnd()
  patchClosing()
}

/** Opening happens on the ground, so that a tab that dies meanwhile blocks nobody; the tab hears of it in its own turn. */
function patchOpening(): void {
  const open = IDBFactory.prototype.open
  IDBFactory.prototype.open = function openInWorld(
    this: IDBFactory,
    name: string,
    version?: number,
  ) {
    const here = bound.world
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

function patchBeginning(): void {
  const proto = IDBDatabase.prototype as unknown as RawConnection
  const begin = proto.transaction
  proto.transaction = function beginInWorld(this: RawConnection, ...args) {
    const context = bound.world?.current
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
}

/** A transaction runs in the turns of its own context. */
function patchStart(): void {
  const transactions = IDBTransaction.prototype as unknown as RawTransaction
  const start = transactions._start
  transactions._start = function startInWorld(this: RawTransaction) {
    const { world } = bound
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
}

/** Whoever waits for a transaction hears of its end in a turn of its own, a while after the commit. */
function patchEnd(): void {
  const transactions = IDBTransaction.prototype as unknown as RawTransaction
  const dispatch = transactions.dispatchEvent
  transactions.dispatchEvent = function dispatchInWorld(this: RawTransaction, event: Event) {
    const { world } = bound
    const own = owned.get(this)
    if (!world || !own || event.type !== 'complete') return dispatch.call(this, event)
    const { db } = this as unknown as { db: RawConnection }
    db._rawDatabase.processTransactions()
    if (this.mode === 'readwrite') storageOf.get(own.context)?.notifyWritten()
    world.enqueue(own.context, () => {
      if (own.fault !== 'lost-commit-event') return void dispatch.call(this, event)
      Object.assign(this, { error: new DOMException('Connection lost.', 'UnknownError') })
      dispatch.call(this, fakeEvent('abort'))
      storageOf.get(own.context)?.breakConnections(own.context)
    })
    return true
  }
}

/**
 * A connection of fake-indexeddb that is closed asks at every turn whether all transactions of its database are over,
 * those of other tabs too: beside a tab that is frozen within one, the clock would stand still for good. Here it is closed
 * at once; what it has begun comes to its end, and nothing new begins.
 */
function patchClosing(): void {
  const proto = IDBDatabase.prototype as unknown as RawConnection
  proto.close = function closeAtOnce(this: RawConnection) {
    this._closePending = true
    this._closed = true
    const raw = this._rawDatabase
    raw.connections = raw.connections.filter((other) => other !== this)
  }
}
