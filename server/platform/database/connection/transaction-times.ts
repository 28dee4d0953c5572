import { channel } from 'node:diagnostics_channel'
import type { DatabaseConnection } from 'kysely'

// Both dialects publish the duration of their transactions to subscribers in this process.

export interface TransactionTime {
  /** The duration in milliseconds, including the wait for the writer lock. */
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

/** Returns a function that unsubscribes. */
export function onTransactionEnd(listener: (time: TransactionTime) => void): () => void {
  // The cast is safe: only `noteEnd` publishes on this channel.
  const onMessage = (message: unknown) => listener(message as TransactionTime)
  ended.subscribe(onMessage)
  return () => {
    ended.unsubscribe(onMessage)
  }
}
