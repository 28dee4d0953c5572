import type { ChangeAnswer } from '#src/api/change-call.ts'
import type { Change, ChangeConflict } from '#src/domain/change.ts'
import type { EventResult } from '#src/domain/event/market-event.ts'
import type { Actor } from '#src/domain/history.ts'

// What an answer means for a change.

export type AnswerVerdict =
  /** Applied by the server. `already`: another device was first, or the record was deleted since. */
  | {
      kind: 'done'
      version: number | null
      /** Event data in the answer. */
      event: EventResult | null
      already: boolean
      /** The person who was first, if the server names them. */
      first: Actor | null
      /** The change was not sent again, because the event list shows that an earlier try took effect. */
      isFound: boolean
      /** The event is on the server twice: a try that seemed lost did arrive. */
      isTwice: boolean
    }
  | { kind: 'conflict'; conflict: ChangeConflict; message: string; code: string | null }
  /** Refused permanently. `declined` is true for a 2xx with success:false, false for an error status. */
  | {
      kind: 'parked'
      declined: boolean
      message: string
      code: string | null
      /** Error messages by field name. */
      fields: Readonly<Record<string, string>>
    }
  /** No usable answer, or an answer that means "later": the change is retried. */
  | {
      kind: 'retry'
      answered: boolean
      holds: Hold
      message: string
      retryAfterMs: number | null
    }
  /** `body` may contain the reason why the session ended. */
  | { kind: 'signed-out'; body: ChangeAnswer['body'] }

/**
 * The changes that wait until this one is tried again. `itself`: this change only. `person`: all changes of its person,
 * after a 429 (Too Many Requests). `all`: all changes on the device, after a 503 (Service Unavailable).
 */
export type Hold = 'itself' | 'person' | 'all'

export interface Attempt {
  verdict: AnswerVerdict
  /** HTTP status of the answer that was judged; null when none came. */
  status: number | null
  /** Whether an attempt of several calls, which failed, has sent a file: then it counts as the first one. */
  hasProgress?: boolean
}

/** What one attempt may call. */
export interface AttemptCalls {
  /** Sends the change, and judges the answer. */
  send(): Promise<Attempt>
  readEventList(): Promise<{ status: number | null; json: unknown }>
  /** Judges an auxiliary request that returned no usable answer. */
  judgeNoAnswer(status: number | null): AnswerVerdict
  /** False once another run may have taken over the claim: nothing may be sent any more. */
  isStillClaimed(): boolean
}

/** A confirmation without data. */
export const DONE = {
  kind: 'done',
  version: null,
  event: null,
  already: false,
  first: null,
  isFound: false,
  isTwice: false,
} as const

export function noAnswer(message = 'No answer from the server.'): AnswerVerdict {
  return { kind: 'retry', answered: false, holds: 'itself', message, retryAfterMs: null }
}

const HOLDS = new Map<number, Hold>([
  [429, 'person'],
  [503, 'all'],
])

/** The verdict on an answer that means "later". `said` is the server's message; null without one. */
export function later(
  said: string | null,
  status: number,
  retryAfterMs: number | null,
): AnswerVerdict {
  const message = said ?? defaultMessage(status)
  const holds = HOLDS.get(status) ?? 'itself'
  return { kind: 'retry', answered: true, holds, message, retryAfterMs }
}

export function defaultMessage(status: number, entity: Change['entity'] = 'listing'): string {
  if (status === 403) return 'This account may not do that.'
  if (status === 404) return `The ${entity} no longer exists.`
  if (status === 429) return 'The server asks to slow down.'
  if (status >= 500) return 'The server has a problem.'
  return 'The server refused the change.'
}

/** The verdict when the claim was overtaken and the change was not sent. */
export const OVERTAKEN: Attempt = { verdict: noAnswer(), status: null }

/** The server's error message; null without one. */
export function sentenceOf(body: ChangeAnswer['body']): string | null {
  const error = body?.['error']
  return typeof error === 'string' && error !== '' ? error : null
}

export function codeOf(body: ChangeAnswer['body']): string | null {
  const code = body?.['code']
  return typeof code === 'string' ? code : null
}
