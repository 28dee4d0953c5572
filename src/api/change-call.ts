import * as v from 'valibot'
import { API_BASE } from '#src/config/settings.ts'
import { IDEMPOTENCY_HEADER } from '#src/domain/wire.ts'
import { parseRetryAfter } from './retry-after.ts'

// Sends a queued change, in the page and in the worker. Uses fetch, because a worker has no XMLHttpRequest and because
// redirects must be detected, not followed. Does not interpret the answer.

const TRY_MS = 30_000 // timeout of a try; the change is tried again

/** What a change asks the server for. */
export interface ChangeRequest {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body: object | null
  /** Sent as If-Match; null for none. */
  version: number | null
}

/** The answer, before it is interpreted. */
export interface ChangeAnswer {
  /** HTTP status; null when there was no answer, a redirect, or a body that was cut off. */
  status: number | null
  /** The body; null when it is not a JSON object. */
  body: Record<string, unknown> | null
  /** Whether the body is empty. Allowed after a deletion, because the specification does not define that answer. */
  isEmpty: boolean
  retryAfterMs: number | null
  /** The change's own key, if the answer repeats it: only a server with idempotency keys does. */
  echoedKey?: string
}

const JsonObject = v.record(v.string(), v.unknown())
const NO_ANSWER: ChangeAnswer = { status: null, body: null, isEmpty: false, retryAfterMs: null }

/** Sends one change once. Without a `key`, sends no version either. Network failures never throw. */
export async function callChange(
  { method, path, body, version }: ChangeRequest,
  { key, token }: { key: string | null; token: string },
): Promise<ChangeAnswer> {
  const headers = headersOf(token, key, version)
  const came = await ask(path, { method, headers, body: body && JSON.stringify(body) })
  if (!came) return NO_ANSWER
  const { response, text } = came
  const echoedKey = response.headers.get(IDEMPOTENCY_HEADER)
  return {
    status: response.status,
    body: readJsonObject(text),
    isEmpty: text.trim() === '',
    retryAfterMs: parseRetryAfter(response.headers.get('Retry-After'), Date.now()),
    ...(echoedKey !== null && { echoedKey }),
  }
}

/** Status and JSON of GET /events/user. Used to look up a created event whose answer was lost. */
export async function readEventList(
  token: string,
): Promise<{ status: number | null; json: unknown }> {
  const came = await ask('/events/user', { headers: { Authorization: `Bearer ${token}` } })
  return came
    ? { status: came.response.status, json: readJson(came.text) }
    : { status: null, json: undefined }
}

/**
 * Whether the API itself answers, with any status. Called before sending, at startup and after a timeout. First asks for
 * /healthz: our server answers in JSON, and a bare backend with a 404; a captive portal with a page or a redirect. If this
 * fails, asks for a path of the contract, because a backend on another origin may allow CORS only for those.
 */
export async function isApiReachable(withinMs = TRY_MS): Promise<boolean> {
  const signal = AbortSignal.timeout(withinMs) // for both together: during it, the drain must still prove that it is alive
  const health = await ask('/healthz', {}, signal)
  if (health && (isRefusal(health.response) || readJsonObject(health.text))) return true
  const events = await ask('/events/user', {}, signal)
  return events !== null && readJsonObject(events.text) !== null
}

function isRefusal({ status }: Response): boolean {
  return status >= 400 && status < 500
}

/** Sends one call with a timeout. Null for no answer or a redirect. */
async function ask(
  path: string,
  request: RequestInit,
  signal = AbortSignal.timeout(TRY_MS),
): Promise<{ response: Response; text: string } | null> {
  try {
    const response = await fetch(`${API_BASE}${path}`, {
      ...request,
      redirect: 'manual',
      cache: 'no-store',
      signal,
    })
    const text = await response.text()
    return response.type === 'opaqueredirect' ? null : { response, text }
  } catch {
    // Connection refused, cut off or timed out. A change may have taken effect; with a key, a retry is safe.
    return null
  }
}

function headersOf(token: string, key: string | null, version: number | null): HeadersInit {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
  // A bare backend may refuse unknown headers.
  if (key === null) return headers
  const keyed = { ...headers, [IDEMPOTENCY_HEADER]: key }
  return version === null ? keyed : { ...keyed, 'If-Match': `"${version}"` }
}

function readJsonObject(text: string): Record<string, unknown> | null {
  const json = readJson(text)
  const read = v.safeParse(JsonObject, json)
  return read.success && !Array.isArray(json) ? read.output : null
}

/** Undefined if the text is not JSON: a portal's page, or a body that was cut off. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The caller decides what a body without JSON means.
    return undefined
  }
}
