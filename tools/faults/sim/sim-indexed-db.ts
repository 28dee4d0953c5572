import { IDBDatabase, IDBFactory, IDBTransaction } from 'fake-indexeddb'
import { fakeEvent, type RawConnection, type RawTransaction, rollBack } from './raw-indexed-db.ts'
import { bound, inContext, owned, type SimStorage, storageOf } from './sim-storage.ts'
import type { SimWorld } from './sim-world.ts'

// Patches fake-indexeddb for the simulation: every step is a task of the calling context, there is a gap between a commit and
// its event, and faults can be injected. The open transactions of a killed context are rolled back, as a browser does.
// sim-storage.ts has a device's databases, raw-indexed-db.ts the types of fake-indexeddb's internals.

/** The storage of the current context. @throws for a context without storage */
export function currentStorage(): SimStorage {
  const storage = bound.world && storageOf.get(bound.world.current)
  if (!storage) throw new Error('No device has its turn.')
  return storage
}

/** Makes fake-indexeddb run in a world. Returns a function that undoes this. */
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

/** Opens databases in the ground context, which never dies, so no tab blocks another. Events fire in the tab's turn. */
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
      // An upgrade runs in a single step, because its transaction is active only during this event.
      if (event.type === 'upgradeneeded') return inContext(context, () => dispatch(event))
      here.enqueue(context, () => {
        const connection = request.result as RawConnection // only used after a success
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

/** Runs each transaction in the turns of its own context. */
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

/** Dispatches `complete` in a later turn, so that there is a gap between a commit and its event. */
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
 * fake-indexeddb closes a connection only after all transactions of its database have ended, and polls for this at every
 * turn. If another tab is frozen in a transaction, the simulated clock would never advance. This patch closes the connection
 * at once; its open transactions finish, and no new ones start.
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
