import type { ChangeAnswer } from '#src/api/change-call.ts'
import type { Change, ChangeError } from '#src/domain/change.ts'
import type { ChangeOutcome } from '#src/outbox/change-outcomes.ts'
import { type Attempt, OVERTAKEN } from '#src/outbox/kinds/answer-verdict.ts'
import { isForPages, kindOf } from '#src/outbox/kinds/kinds.ts'
import type { OutboxStore } from '#src/outbox/outbox-store.ts'
import { judge, judgeNoAnswer } from './answer-rules.ts'
import type { HeldClaim } from './held-claim.ts'
import type { Settlement } from './settle-store.ts'

// One attempt to send a change, and the result that the queue stores.

export interface AttemptParts {
  /** Sends changes of one group by one call, and returns the answer about all of them. Absent: changes are sent one by one. */
  sendTogether?: ((changes: readonly Change[], token: string) => Promise<ChangeAnswer>) | undefined
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
  attempt: JudgedAttempt,
): Promise<AnnouncedOutcome | null> {
  const { outcome, error } = resultOf(change, attempt)
  return (await write()) ? outcome : null

  function write(): Promise<boolean> {
    const { verdict } = attempt
    if (verdict.kind === 'done') return store.ackChange(change, verdict)
    if (verdict.kind === 'conflict') return store.setConflict(change, verdict.conflict, error)
    if (verdict.kind === 'parked') return store.parkChange(change, error)
    if (verdict.kind === 'signed-out') return store.holdForSignIn(change, error)
    return store.postponeChange(change, attempt, error)
  }
}

/**
 * The same for changes that one call has sent, in one step. Returns no outcome for a change whose claim another run has
 * taken over.
 */
export async function settleAttempts(
  store: Pick<OutboxStore, 'settleTogether'>,
  attempts: readonly (JudgedAttempt & { change: Change })[],
): Promise<AnnouncedOutcome[]> {
  const results = attempts.map((attempt) => resultOf(attempt.change, attempt))
  const settlements = attempts.map((attempt, place) => settlementOf(attempt, results[place]?.error))
  const settled = new Set((await store.settleTogether(settlements)).map(({ key }) => key))
  return results.map(({ outcome }) => outcome).filter(({ change }) => settled.has(change.key))
}

function settlementOf(
  { change: claimed, verdict, notBefore, floor }: JudgedAttempt & { change: Change },
  lastError: ChangeError | null = null,
): Settlement {
  if (verdict.kind === 'done') return { claimed, confirmed: verdict }
  if (verdict.kind === 'parked') return { claimed, update: { state: 'parked', lastError } }
  if (verdict.kind === 'conflict')
    return { claimed, update: { state: 'conflict', conflict: verdict.conflict, lastError } }
  if (verdict.kind === 'signed-out')
    return { claimed, update: { state: 'waiting', notBefore: 0, lastError } }
  return { claimed, update: { state: 'waiting', notBefore, floor, lastError } }
}

/** What screens announce of an attempt, and the error that the change keeps. */
function resultOf(
  change: Change,
  { verdict, status }: JudgedAttempt,
): { outcome: AnnouncedOutcome; error: ChangeError } {
  const error = (message = '', code: string | null = null): ChangeError => ({
    status,
    code,
    message,
  })
  switch (verdict.kind) {
    case 'done': {
      const result = verdict.isTwice ? 'done-twice' : verdict.already ? 'already-done' : 'done'
      // The outcome includes the version that the change created.
      const done = { ...change, ackedVersion: verdict.version }
      const { first } = verdict
      return {
        outcome: { change: done, result, first, willRetry: false, message: '' },
        error: error(),
      }
    }
    case 'conflict': {
      const { message, code, conflict } = verdict
      // The outcome includes who was first, which the announcement names.
      const overtaken = { ...change, conflict }
      return {
        outcome: { change: overtaken, result: 'conflict', willRetry: false, message },
        error: error(message, code),
      }
    }
    case 'parked': {
      const { message, code, fields, declined } = verdict
      const result = declined ? 'declined' : 'error-answer'
      const lastError = { ...error(message, code), fields }
      // The outcome includes the refusal, which the announcement may offer to mend.
      const refused = { ...change, lastError }
      return { outcome: { change: refused, result, willRetry: false, message }, error: lastError }
    }
    case 'signed-out':
      return {
        outcome: { change, result: 'signed-out', willRetry: true, message: '' },
        error: error('Sign in again to send it.'),
      }
    case 'retry': {
      const { message, answered } = verdict
      const result = answered ? 'error-answer' : 'no-answer'
      return { outcome: { change, result, willRetry: true, message }, error: error(message) }
    }
  }
}
