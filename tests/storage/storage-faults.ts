import { vi } from 'vitest'
import type { OutboxStep, StepObserver } from '#src/outbox/queue/outbox-transaction.ts'

// Faults of the device's storage at named places, in the shapes that browsers give them.

/** fake-indexeddb aborts with an error of the browser's own, which no page can do. */
interface AbortableTransaction extends IDBTransaction {
  _abort(errorName: string | null): void
}

/** Every writing transaction asked for meets a connection that the browser has closed, so many times. */
export function breakConnections(times: number): void {
  let left = times
  onTransaction((mode) => {
    if (mode !== 'readwrite' || left === 0) return null
    left -= 1
    throw new DOMException('The database connection is closing.', 'InvalidStateError')
  })
}

/** The browser cannot open the database, so many times; answers how often it was asked. */
export function refuseOpening(name: string, times = Number.POSITIVE_INFINITY): () => number {
  const original = indexedDB.open.bind(indexedDB)
  let asked = 0
  vi.spyOn(indexedDB, 'open').mockImplementation((...args) => {
    if (args[0] !== 'outbox') return original(...args)
    asked += 1
    if (asked > times) return original(...args)
    throw new DOMException('as the browser says it', name)
  })
  return () => asked
}

/** Aborts the step once when everything in it has succeeded and only its commit is missing. */
export function abortAtCommit(step: OutboxStep, errorName: string | null): StepObserver {
  let transaction: AbortableTransaction | null = null
  let isDone = false
  onTransaction((mode, open) => {
    if (mode !== 'readwrite') return null
    transaction = open() as AbortableTransaction // fake-indexeddb makes it
    return transaction
  })
  return (at, moment) => {
    if (at !== step || moment !== 'end' || isDone) return
    isDone = true
    transaction?._abort(errorName)
  }
}

/** The step is committed, and the connection dies before anybody hears of it. */
export function loseCommitEvent(step: OutboxStep, times = 1): StepObserver {
  let left = times
  return (at, moment) => {
    if (at !== step || moment !== 'committed' || left === 0) return
    left -= 1
    throw new DOMException('Connection to Indexed Database server lost.', 'UnknownError')
  }
}

type TransactionAsk = (
  mode: string | undefined,
  open: () => IDBTransaction,
) => IDBTransaction | null

/** Asked before each transaction: it may throw, or open it itself. */
function onTransaction(ask: TransactionAsk): void {
  const original = IDBDatabase.prototype.transaction
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
    this: IDBDatabase,
    ...args
  ) {
    const open = () => original.apply(this, args)
    return ask(args[1], open) ?? open()
  })
}
