import * as v from 'valibot'
import { type ReturnTo, ReturnToSchema } from './return-to.ts'

// Navigation state that one auth page passes to the next.

/** The delivery status of the newest code. */
export interface CodeNews {
  /** False when the mail could not be sent; null when the server does not report it. */
  isSent: boolean | null
  /** Epoch milliseconds from which another code may be requested. */
  resendAt: number
}

export interface AuthPageState {
  returnTo: ReturnTo | null
  codeNews: CodeNews | null
  /** Whether the person pressed "Post your property" and continues there. */
  isPosting: boolean
}

export const NO_NEWS: CodeNews = { isSent: null, resendAt: 0 }
const PAUSE_MS = 30_000 // our server's first pause between two codes, used if a server sends none

/** Reads the navigation state, which is untrusted. */
export function readAuthPageState(state: unknown): AuthPageState {
  return v.parse(AuthPageStateSchema, state)
}

/** Reads the delivery status of a code from an answer. */
export function toCodeNews(
  answer: { codeSent: boolean | null; resendAfterMs: number | null },
  nowMs: number,
): CodeNews {
  return { isSent: answer.codeSent, resendAt: nowMs + (answer.resendAfterMs ?? PAUSE_MS) }
}

/** Merges `later` into `before`. A null `isSent` in `later` keeps the value of `before`. */
export function addNews(before: CodeNews, later: CodeNews): CodeNews {
  return { ...later, isSent: later.isSent ?? before.isSent }
}

/** Merges two delivery statuses in either order; the one with the greater `resendAt` is the later one. */
export function joinNews(one: CodeNews, other: CodeNews): CodeNews {
  return one.resendAt > other.resendAt ? addNews(other, one) : addNews(one, other)
}

const CodeNewsSchema = v.object({ isSent: v.nullable(v.boolean()), resendAt: v.number() })
const AuthPageStateSchema = v.fallback(
  v.object({
    returnTo: v.fallback(v.nullish(ReturnToSchema, null), null),
    codeNews: v.fallback(v.nullish(CodeNewsSchema, null), null),
    isPosting: v.fallback(v.optional(v.boolean(), false), false),
  }),
  { returnTo: null, codeNews: null, isPosting: false },
)
