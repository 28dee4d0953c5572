import * as v from 'valibot'
import { type ReturnTo, ReturnToSchema } from './return-to.ts'

// Navigation state that one auth page passes to the next.

/** What is known of the newest code. */
export interface CodeNews {
  /** False when the mail could not be sent; null when the server does not say. */
  isSent: boolean | null
  /** Epoch milliseconds from which another code may be asked for. */
  resendAt: number
}

export interface EntryState {
  returnTo: ReturnTo | null
  codeNews: CodeNews | null
}

export const NO_NEWS: CodeNews = { isSent: null, resendAt: 0 }
const PAUSE_MS = 30_000 // the first pause of our own server, for one that names none

/** Reads the state of the address, which anything may have written. */
export function readEntryState(state: unknown): EntryState {
  return v.parse(EntryStateSchema, state)
}

/** What an answer says about the code it sent. */
export function toCodeNews(
  answer: { codeSent: boolean | null; resendAfterMs: number | null },
  nowMs: number,
): CodeNews {
  return { isSent: answer.codeSent, resendAt: nowMs + (answer.resendAfterMs ?? PAUSE_MS) }
}

/** What is known after later news: what they leave open stays as it was. */
export function addNews(before: CodeNews, later: CodeNews): CodeNews {
  return { ...later, isSent: later.isSent ?? before.isSent }
}

/** What is known from two pieces of news, in whatever order they came. */
export function joinNews(one: CodeNews, other: CodeNews): CodeNews {
  return one.resendAt > other.resendAt ? addNews(other, one) : addNews(one, other)
}

const CodeNewsSchema = v.object({ isSent: v.nullable(v.boolean()), resendAt: v.number() })
const EntryStateSchema = v.fallback(
  v.object({
    returnTo: v.fallback(v.nullish(ReturnToSchema, null), null),
    codeNews: v.fallback(v.nullish(CodeNewsSchema, null), null),
  }),
  { returnTo: null, codeNews: null },
)
