import { channel } from 'node:diagnostics_channel'
import type { DatabaseConnection } from 'kysely'

// How long transactions take, told by both dialects to whoever listens in this process.

export interface TransactionTime {
  /** From its beginning, the wait for the writer's turn included. */
  ms: number
  outcome: 'commit' | 'rollback'
}

const ended = channel('marketplace.transaction')
const begunAt = new WeakMap<DatabaseConnection, number>()

export function noteBegin(connection: DatabaseConnection): void {
  if (ended.hasSubscribers) begunAt.set(connection, performance.now())
}

export function noteEnd(connection: DatabaseConnection, outcome: TransactionTime['outcome']): void {
  const startedAt = begunAt.get(connection)
  if (startedAt === undefined) return
  begunAt.delete(connection)
  ended.publish({ ms: performance.now() - startedAt, outcome } satisfies TransactionTime)
}

/** Listens until the answer is called. */
export function onTransactionEnd(listener: (time: TransactionTime) => void): () => void {
  // Nothing else is ever published there.
  const hear = (message: unknown) => listener(message as TransactionTime)
  ended.subscribe(hear)
  return () => {
    ended.unsubscribe(hear)
  }
}
