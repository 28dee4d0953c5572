import { useRef, useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { useSessionStore } from '#src/session/use-session.ts'
import { type AuthApi, useAuthPageServices } from './auth-page-context.ts'

// The state of a register, login or verify request (specification, section 4). The session store holds user and token.

export interface AuthFailure {
  /** The message to show: the server's `error`, else the screen's own message. */
  error: string
  /** The server's error for each field. */
  fields: Readonly<Record<string, string>>
  /** True if no valid response of the API arrived. */
  isUnanswered: boolean
  /** The HTTP status; null without a response. */
  status: number | null
  retryAfterMs: number | null
}

export type AuthOutcome<Answer> =
  | { answer: Answer; failure: null }
  | { answer: null; failure: AuthFailure }

/** `sentenceFor` returns the message for a failure; see `serverErrorOr`. */
export function useAuthRequest(sentenceFor: (failure: unknown) => string) {
  const store = useSessionStore()
  const { loadApi } = useAuthPageServices()
  const [loading, setLoading] = useState(false)
  const [isAnswered, setAnswered] = useState(false)
  const [failure, setFailure] = useState<AuthFailure | null>(null)
  const [retryAt, setRetryAt] = useState(0)
  const isPending = useRef(false)

  /** Sends a request; resolves with null, without sending it, while another is in flight or before `retryAt`. */
  async function send<Answer>(
    request: (api: AuthApi) => Promise<Answer>,
  ): Promise<AuthOutcome<Answer> | null> {
    if (isPending.current || Date.now() < retryAt) return null
    isPending.current = true
    setLoading(true)
    setAnswered(false)
    setFailure(null)
    setRetryAt(0)
    try {
      const answer = await request(await loadApi())
      setAnswered(true)
      return { answer, failure: null }
    } catch (thrown) {
      // Wrong credentials are a 401, and any 401 removes the token (specification, section 8).
      if (thrown instanceof ApiError && thrown.kind === 'signed-out') store.clearToken()
      const failed = toFailure(thrown, sentenceFor)
      setFailure(failed)
      if (failed.status === TOO_MANY && failed.retryAfterMs !== null)
        setRetryAt(Date.now() + failed.retryAfterMs)
      return { answer: null, failure: failed }
    } finally {
      isPending.current = false
      setLoading(false)
    }
  }

  return {
    loading,
    /** True from the start of a request until it fails. After a success, the screen navigates by itself. */
    isEntering: loading || isAnswered,
    error: failure?.error ?? null,
    fields: failure?.fields ?? {},
    isUnanswered: failure?.isUnanswered ?? false,
    status: failure?.status ?? null,
    /** Epoch milliseconds before which the server refuses another request; 0 if it named no time. */
    retryAt,
    send,
    clearError: () => setFailure(null),
  }
}

const TOO_MANY = 429

/** The message for a failure: the server's `error` field, else the specification's literal text (section 8). */
export function serverErrorOr(literal: string): (failure: unknown) => string {
  return (failure) => (failure instanceof ApiError ? (failure.serverMessage ?? literal) : literal)
}

function toFailure(thrown: unknown, sentenceFor: (failure: unknown) => string): AuthFailure {
  const error = sentenceFor(thrown)
  if (thrown instanceof ApiError) {
    const { fields, status, retryAfterMs, kind } = thrown
    return { error, fields, status, retryAfterMs, isUnanswered: kind === 'no-answer' }
  }
  console.error('A sign-in could not be finished on this device.', thrown)
  return { error, fields: {}, status: null, retryAfterMs: null, isUnanswered: false }
}
