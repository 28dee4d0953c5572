import * as v from 'valibot'
import { API_BASE } from '#src/config/settings.ts'
import type { Change } from '#src/domain/change.ts'
import { IDEMPOTENCY_HEADER } from '#src/domain/wire.ts'
import { parseRetryAfter } from './retry-after.ts'

// How a queued change goes over the network, in the page and in the worker. By fetch, because a worker has no
// XMLHttpRequest and because a redirect must be seen, not followed. Nothing is judged here.

const TRY_MS = 30_000 // decision 22: a replayed change is safe to repeat, so each try has an end

/** What came back, before anyone decides what it means. */
export interface ChangeAnswer {
  /** HTTP status; null when there was no answer, a redirect, or a body that was cut off. */
  status: number | null
  /** The JSON object of the body; null when it is not one. */
  body: Record<string, unknown> | null
  retryAfterMs: number | null
}

const JsonObject = v.record(v.string(), v.unknown())
const NO_ANSWER: ChangeAnswer = { status: null, body: null, retryAfterMs: null }

/** Sends one change once. Never throws for what the network does. */
export async function sendChange(change: Change, token: string): Promise<ChangeAnswer> {
  const { path, method, body } = requestOf(change)
  let response: Response
  let text: string
  try {
    response = await fetch(`${API_BASE}${path}`, {
      method,
      body,
      headers: headersOf(change, token),
      redirect: 'manual',
      cache: 'no-store',
      signal: AbortSignal.timeout(TRY_MS),
    })
    text = await response.text()
  } catch {
    // Refused, cut off or out of time: the change may or may not have its effect, which is what the key is for.
    return NO_ANSWER
  }
  if (response.type === 'opaqueredirect') return NO_ANSWER
  return {
    status: response.status,
    body: readJson(text),
    retryAfterMs: parseRetryAfter(response.headers.get('Retry-After'), Date.now()),
  }
}

/**
 * Whether the API itself answers, however it answers: the probe before a drain at a start and after a silence. A bare
 * backend has no such path and may say so in any words; a captive portal answers with a page of its own or a redirect.
 */
export async function isApiReachable(): Promise<boolean> {
  try {
    const response = await fetch(`${API_BASE}/healthz`, {
      redirect: 'manual',
      cache: 'no-store',
      signal: AbortSignal.timeout(TRY_MS),
    })
    const isRefused = response.status >= 400 && response.status < 500
    return isRefused || (response.status > 0 && readJson(await response.text()) !== null)
  } catch {
    // No answer is the very thing that is asked for here.
    return false
  }
}

function requestOf({ listingId, action }: Change) {
  const id = encodeURIComponent(listingId)
  if (action.kind === 'delete')
    return { method: 'DELETE', path: `/admin/property/${id}`, body: null }
  const body = JSON.stringify({ status: action.to })
  return { method: 'PATCH', path: `/admin/properties/${id}/status`, body }
}

function headersOf(change: Change, token: string): Record<string, string> {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
  // Offered only to a server that showed versions: a bare one may refuse headers it does not know (decision 23).
  if (change.baseVersion === null) return headers
  return {
    ...headers,
    'If-Match': `"${change.baseVersion}"`,
    [IDEMPOTENCY_HEADER]: change.key,
  }
}

function readJson(text: string): Record<string, unknown> | null {
  try {
    const json: unknown = JSON.parse(text)
    const read = v.safeParse(JsonObject, json)
    return read.success && !Array.isArray(json) ? read.output : null
  } catch {
    // Not JSON: a portal's page or a truncated body, told to the caller as null.
    return null
  }
}
