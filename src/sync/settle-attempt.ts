import type { Change, ChangeError } from '#src/domain/change.ts'
import type { OutboxStore } from '#src/storage/outbox-store.ts'
import type { Attempt } from './attempt-change.ts'

/** A judged try, and until when the change waits if it has to be repeated (epoch milliseconds). */
export interface Settling extends Attempt {
  notBefore: number
  /** Before which nothing makes it due: the server asked so. */
  floor: number
}

/** Writes what a try came to. False when the claim was overtaken, and nothing was written. */
export function settleAttempt(
  store: OutboxStore,
  change: Change,
  { verdict, status, notBefore, floor }: Settling,
): Promise<boolean> {
  const error = (message: string, code: string | null = null): ChangeError => ({
    status,
    code,
    message,
  })
  switch (verdict.kind) {
    case 'done':
      return store.ackChange(change, verdict)
    case 'conflict':
      return store.setConflict(change, verdict.conflict, error(verdict.message, verdict.code))
    case 'parked':
      return store.parkChange(change, {
        ...error(verdict.message, verdict.code),
        fields: verdict.fields,
      })
    case 'signed-out':
      return store.holdForSignIn(change, error('Sign in again to send it.'))
    case 'retry':
      return store.postponeChange(change, { notBefore, floor }, error(verdict.message))
  }
}
