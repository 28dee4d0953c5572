import type { ChangeAnswer } from '#src/api/change-call.ts'
import type { Change, ChangeError } from '#src/domain/change.ts'
import type { ChangeOutcome } from '#src/outbox/change-outcomes.ts'
import { type Attempt, OVERTAKEN } from '#src/outbox/kinds/answer-verdict.ts'
import { isForPages, kindOf } from '#src/outbox/kinds/kinds.ts'
import type { OutboxStore } from '#src/outbox/outbox-store.ts'
import { judge, judgeNoAnswer } from './answer-rules.ts'
import type { HeldClaim } from './held-claim.ts'

// One attempt to send a change, and the result that the queue stores.

export interface AttemptParts {
  send(change: Change, token: string): Promise<ChangeAnswer>
  readEventList(token: string): Promise<{ status: number | null; json: unknown }>
  /** Sends a change of a kind that only pages send. `claim` aborts when the claim is lost. Absent in the worker. */
  sendInPage?: ((change: Change, claim: AbortSignal) => Promise<Attempt>) | undefined
}

/** `claim` is checked immediately before the change is sent. */
export async function attemptChange(
  parts: AttemptParts,
  change: Change,
  token: string,
  { isStillClaimed, signal }: Pick<HeldClaim, 'isStillClaimed' | 'signal'>,
): Promise<Attempt> {
  if (!isStillClaimed()) return OVERTAKEN
  if (isForPages(change)) return parts.sendInPage?.(change, signal) ?? OVERTAKEN
  const { attempt } = kindOf(change).sending
  const readEventList = () => parts.readEventList(token)
  return attempt ? attempt(change, { send, readEventList, judgeNoAnswer, isStillClaimed }) : send()

  async function send(): Promise<Attempt> {
    const answer = await parts.send(change, token)
    return { verdict: judge(change, answer), status: answer.status }
  }
}

/** A judged try, with the time of the retry if it has to be repeated (epoch milliseconds). */
export interface JudgedAttempt extends Attempt {
  notBefore: number
  /** The earliest retry that the server allows (Retry-After); 0 if it named none. */
  floor: number
}

export type AnnouncedOutcome = Omit<ChangeOutcome, 'isReachable'>

/**
 * Stores the result of an attempt and returns the outcome to announce. Returns null, without writing, if another run
 * has taken over the claim.
 */
export async function settleAttempt(
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
      // The outcome includes the version that the change created.
      const done = { ...change, ackedVersion: verdict.version }
      const isWritten = await store.ackChange(change, verdict)
      const { first } = verdict
      return isWritten ? { change: done, result, first, willRetry: false, message: '' } : null
    }
    case 'conflict': {
      const { message, code, conflict } = verdict
      const isWritten = await store.setConflict(change, conflict, error(message, code))
      if (!isWritten) return null
      // The outcome includes who was first, which the announcement names.
      return { change: { ...change, conflict }, result: 'conflict', willRetry: false, message }
    }
    case 'parked': {
      const { message, code, fields, declined } = verdict
      const result = declined ? 'declined' : 'error-answer'
      const lastError = { ...error(message, code), fields }
      const isWritten = await store.parkChange(change, lastError)
      // The outcome includes the refusal, which the announcement may offer to mend.
      return isWritten
        ? { change: { ...change, lastError }, result, willRetry: false, message }
        : null
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
