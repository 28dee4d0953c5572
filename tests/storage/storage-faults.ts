import { vi } from 'vitest'
import type { OutboxStep, StepObserver } from '#src/outbox/queue/outbox-transaction.ts'

// Makes IndexedDB fail at chosen moments, with the errors that browsers report.

/** A transaction of fake-indexeddb. `_abort` lets a test choose the error, which the standard `abort()` does not. */
interface AbortableTransaction extends IDBTransaction {
  _abort(errorName: string | null): void
}

/** Fails the next `times` writing transactions as if the browser had closed the connection. */
export function breakConnections(times: number): void {
  let left = times
  onTransaction((mode) => {
    if (mode !== 'readwrite' || left === 0) return null
    left -= 1
    throw new DOMException('The database connection is closing.', 'InvalidStateError')
  })
}

/** Fails all attempts to open the outbox database. The returned function counts the attempts so far. */
export function refuseOpening(name: string): () => number {
  const original = indexedDB.open.bind(indexedDB)
  let asked = 0
  vi.spyOn(indexedDB, 'open').mockImplementation((...args) => {
    if (args[0] !== 'outbox') return original(...args)
    asked += 1
    throw new DOMException('as the browser says it', name)
  })
  return () => asked
}

/** Aborts the transaction of `step` once, after its requests succeeded and before its commit. */
export function abortAtCommit(step: OutboxStep, errorName: string | null): StepObserver {
  let transaction: AbortableTransaction | null = null
  let isDone = false
  onTransaction((mode, open) => {
    if (mode !== 'readwrite') return null
    transaction = open() as AbortableTransaction // created by fake-indexeddb
    return transaction
  })
  return (at, moment) => {
    if (at !== step || moment !== 'end' || isDone) return
    isDone = true
    transaction?._abort(errorName)
  }
}

/** Rejects `step` after its commit, as if the connection had been lost before the commit event arrived. */
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

/** Calls `ask` before each transaction. `ask` may throw, return a transaction that it opened, or return null. */
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
