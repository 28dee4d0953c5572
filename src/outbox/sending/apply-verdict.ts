import type { Change, ChangeError } from '#src/domain/change.ts'
import type { ChangeOutcome } from '#src/outbox/change-outcomes.ts'
import type { OutboxStore } from '#src/outbox/queue/outbox-store.ts'
import type { Attempt } from './attempt-change.ts'

/** A judged try, with the time of the retry if it has to be repeated (epoch milliseconds). */
export interface JudgedAttempt extends Attempt {
  notBefore: number
  /** The earliest retry that the server asked for. */
  floor: number
}

export type AnnouncedOutcome = Omit<ChangeOutcome, 'isReachable'>

/**
 * Stores the result of an attempt and returns the outcome to announce. Returns null, without writing, if another run has
 * taken over the claim.
 */
export async function applyVerdict(
  store: OutboxStore,
  change: Change,
  { verdict, status, notBefore, floor }: JudgedAttempt,
): Promise<AnnouncedOutcome | null> {
  const error = (message: string, code: string | null = null): ChangeError => ({
    status,
    code,
    message,
  })
  switch (verdict.kind) {
    case 'done': {
      const result = verdict.isTwice ? 'done-twice' : verdict.already ? 'already-done' : 'done'
      // Includes the version that the change made.
      const done = { ...change, ackedVersion: verdict.version }
      const isWritten = await store.ackChange(change, verdict)
      return isWritten ? { change: done, result, willRetry: false, message: '' } : null
    }
    case 'conflict': {
      const { message, code, conflict } = verdict
      const isWritten = await store.setConflict(change, conflict, error(message, code))
      return isWritten ? { change, result: 'conflict', willRetry: false, message } : null
    }
    case 'parked': {
      const { message, code, fields, declined } = verdict
      const result = declined ? 'declined' : 'error-answer'
      const isWritten = await store.parkChange(change, { ...error(message, code), fields })
      return isWritten ? { change, result, willRetry: false, message } : null
    }
    case 'signed-out': {
      const isWritten = await store.holdForSignIn(change, error('Sign in again to send it.'))
      return isWritten ? { change, result: 'signed-out', willRetry: true, message: '' } : null
    }
    case 'retry': {
      const { message, answered } = verdict
      const result = answered ? 'error-answer' : 'no-answer'
      const isWritten = await store.postponeChange(change, { notBefore, floor }, error(message))
      return isWritten ? { change, result, willRetry: true, message } : null
    }
  }
}
