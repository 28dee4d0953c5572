import { IDBVersionChangeEvent } from 'fake-indexeddb'

// The internals of fake-indexeddb that the simulation uses.

/** The parts of fake-indexeddb that are not in its types. */
export interface RawTransaction extends IDBTransaction {
  _state: string
  _rollbackLog: (() => void)[]
  _requests: { request: { readyState: string; source: unknown }; operation: () => unknown }[]
  _start(): void
  _abort(errorName: string | null): void
  _markFinished(): void
}
export interface RawDatabase {
  transactions: RawTransaction[]
  connections: RawConnection[]
  rawObjectStores: Map<
    string,
    {
      clear(log: undefined): void
      getAllValues(): unknown[]
      keyGenerator: { num: number } | null
    }
  >
  processTransactions(): void
}
export interface RawConnection extends IDBDatabase {
  _rawDatabase: RawDatabase
  _closed: boolean
  _closePending: boolean
}
export interface RawFactory {
  _databases: Map<string, RawDatabase>
  _connectionQueues: Map<string, unknown>
}

/** Rolls back a transaction without an event. */
export function rollBack(transaction: RawTransaction): void {
  if (transaction._state === 'finished') return
  for (const undo of transaction._rollbackLog.reverse()) undo()
  transaction._rollbackLog = []
  for (const { request } of transaction._requests) request.readyState = 'done'
  transaction._markFinished()
}

/** An event that fake-indexeddb can dispatch: of its event classes, it exports only this one. */
export function fakeEvent(type: string): Event {
  return new IDBVersionChangeEvent(type)
}
