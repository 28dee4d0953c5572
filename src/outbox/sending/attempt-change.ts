import type { ChangeAnswer } from '#src/api/send-change.ts'
import { type Change, type ChangeError, MAYBE_CREATED } from '#src/domain/change.ts'
import type { ChangeOutcome } from '#src/outbox/change-outcomes.ts'
import type { OutboxStore } from '#src/outbox/outbox-store.ts'
import { type AnswerVerdict, DONE, judge, judgeNoAnswer } from './answer-rules.ts'
import {
  type EventCreation,
  findCreated,
  isUnkeyedCreation,
  readEvents,
  resultOf,
} from './event-answers.ts'

// One attempt to send a change, and the result that the queue stores. A server with idempotency keys detects repeats.
// On a bare backend, a create whose answer was lost is first looked up in the event list, and a duplicate is always
// reported.

export interface AttemptParts {
  send(change: Change, token: string): Promise<ChangeAnswer>
  readEventList(token: string): Promise<{ status: number | null; json: unknown }>
}

export interface Attempt {
  verdict: AnswerVerdict
  /** HTTP status of the answer that was judged; null when none came. */
  status: number | null
}

/** `isStillClaimed` is checked immediately before the change is sent. */
export async function attemptChange(
  parts: AttemptParts,
  change: Change,
  token: string,
  isStillClaimed: () => boolean,
): Promise<Attempt> {
  if (!isStillClaimed()) return OVERTAKEN
  if (!isUnkeyedCreation(change)) return trySending(parts, change, token)
  const earlier = change.tries > 1 ? await findEarlierAttempt(parts, change, token) : null
  if (earlier) return earlier
  if (!isStillClaimed()) return OVERTAKEN
  const { verdict, status } = await trySending(parts, change, token)
  if (verdict.kind !== 'done') return { verdict, status }
  return { verdict: { ...verdict, isTwice: await isTwice(parts, change, token) }, status }
}

/** The verdict when the claim was overtaken and the change was not sent. */
const OVERTAKEN: Attempt = { verdict: judgeNoAnswer(null), status: null }

async function trySending({ send }: AttemptParts, change: Change, token: string): Promise<Attempt> {
  const answer = await send(change, token)
  return { verdict: judge(change, answer), status: answer.status }
}

/** Looks up an earlier try in the event list; null when the list lacks the event: the change may be sent again. */
async function findEarlierAttempt(
  { readEventList }: AttemptParts,
  creation: EventCreation,
  token: string,
): Promise<Attempt | null> {
  const { status, json } = await readEventList(token)
  const list = status === 200 ? readEvents(json) : null
  if (!list) return { verdict: judgeNoAnswer(status), status }
  const [created] = findCreated(creation, list)
  if (!created) return null
  const isCertain = creation.action.twins !== null
  return { verdict: isCertain ? foundVerdict(resultOf(created)) : UNCERTAIN, status }
}

/**
 * Whether the event exists twice. A try that seemed lost may arrive after its replacement, and a browser whose
 * connection breaks before an answer repeats the request by itself, even a POST.
 */
async function isTwice(
  { readEventList }: AttemptParts,
  creation: EventCreation,
  token: string,
): Promise<boolean> {
  const list = readEvents((await readEventList(token)).json)
  return list !== null && findCreated(creation, list).length > 1
}

function foundVerdict(event: ReturnType<typeof resultOf>): AnswerVerdict {
  return { ...DONE, version: event.version, event, isFound: true }
}

const UNCERTAIN: AnswerVerdict = {
  kind: 'parked',
  declined: false,
  message:
    'No answer came, and your list has an event that says the same. If it is this one, discard this change; if not, send it again.',
  code: MAYBE_CREATED,
  fields: {},
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
