/**
 * Failure kinds of a call. `no-answer`: no valid answer of the API (no network, a captive portal, a broken body).
 * `signed-out`: 401. `refused`: the API returned an error status. `declined`: a 2xx with success:false, or the app cannot
 * use the answer.
 */
export type ApiFailureKind = 'no-answer' | 'signed-out' | 'refused' | 'declined'

export class ApiError extends Error {
  readonly kind: ApiFailureKind
  readonly status: number | null
  /** The server's error code. */
  readonly code: string | null
  /** The server's `error` field; null without one. */
  readonly serverMessage: string | null
  /** The server's message for each invalid field, by field name. */
  readonly fields: Readonly<Record<string, string>>
  readonly retryAfterMs: number | null
  /** The whole body, not validated. */
  readonly body: unknown

  constructor(failure: {
    kind: ApiFailureKind
    status?: number | null
    code?: string | null
    serverMessage?: string | null
    fields?: Readonly<Record<string, string>> | null
    retryAfterMs?: number | null
    body?: unknown
    cause?: unknown
  }) {
    super(failure.serverMessage ?? DEFAULT_MESSAGES[failure.kind], { cause: failure.cause })
    this.name = 'ApiError'
    this.kind = failure.kind
    this.status = failure.status ?? null
    this.code = failure.code ?? null
    this.serverMessage = failure.serverMessage ?? null
    this.fields = failure.fields ?? {}
    this.retryAfterMs = failure.retryAfterMs ?? null
    this.body = failure.body
  }
}

const DEFAULT_MESSAGES: Record<ApiFailureKind, string> = {
  'no-answer': 'The server cannot be reached.',
  'signed-out': 'Your session ended.',
  refused: 'The server refused the request.',
  declined: 'The server did not do it.',
}

/** Waits for lazy code. @throws ApiError `no-answer` if the code cannot be loaded */
export function loadCode<Code>(loading: Promise<Code>): Promise<Code> {
  return loading.catch((cause: unknown) => {
    throw new ApiError({ kind: 'no-answer', cause })
  })
}
