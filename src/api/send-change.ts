import * as v from 'valibot'
import { API_BASE } from '#src/config/settings.ts'
import type { Change, EventChange, ListingChange } from '#src/domain/change.ts'
import { wireFieldsOf } from '#src/domain/event-change.ts'
import { IDEMPOTENCY_HEADER } from '#src/domain/wire.ts'
import { parseRetryAfter } from './retry-after.ts'

// How a queued change goes over the network, in the page and in the worker. By fetch, because a worker has no
// XMLHttpRequest and because a redirect must be seen, not followed. Nothing is judged here.

const TRY_MS = 30_000 // a change with a key is safe to repeat, so each try has an end

/** What came back, before anyone decides what it means. */
export interface ChangeAnswer {
  /** HTTP status; null when there was no answer, a redirect, or a body that was cut off. */
  status: number | null
  /** The JSON object of the body; null when it is not one. */
  body: Record<string, unknown> | null
  /** The body had nothing in it at all: the specification does not show what a deleted event answers. */
  isEmpty: boolean
  retryAfterMs: number | null
}

const JsonObject = v.record(v.string(), v.unknown())
const NO_ANSWER: ChangeAnswer = { status: null, body: null, isEmpty: false, retryAfterMs: null }

/** Sends one change once. Never throws for what the network does. */
export async function sendChange(change: Change, token: string): Promise<ChangeAnswer> {
  const { path, ...request } = change.entity === 'event' ? ofEvent(change) : ofListing(change)
  const came = await ask(path, { ...request, headers: headersOf(change, token) })
  if (!came) return NO_ANSWER
  const { response, text } = came
  return {
    status: response.status,
    body: readJsonObject(text),
    isEmpty: text.trim() === '',
    retryAfterMs: parseRetryAfter(response.headers.get('Retry-After'), Date.now()),
  }
}

/** Status and JSON of GET /events/user, for a create whose answer was lost: it may stand in the list. */
export async function readEventList(
  token: string,
): Promise<{ status: number | null; json: unknown }> {
  const came = await ask('/events/user', { headers: { Authorization: `Bearer ${token}` } })
  return came
    ? { status: came.response.status, json: readJson(came.text) }
    : { status: null, json: undefined }
}

/**
 * Whether the API itself answers, however it answers: the probe before a drain at a start and after a silence. A bare
 * backend has no such path and may say so in any words; a captive portal answers with a page of its own or a redirect.
 * Where that proves nothing, a path of the contract does: a backend on another origin need not let this page read any other.
 */
export async function isApiReachable(): Promise<boolean> {
  const signal = AbortSignal.timeout(TRY_MS) // for both, so that a pass stays within its signs of life
  const health = await ask('/healthz', {}, signal)
  if (health && (isRefusal(health.response) || readJsonObject(health.text))) return true
  const events = await ask('/events/user', {}, signal)
  return events !== null && readJsonObject(events.text) !== null
}

function isRefusal({ status }: Response): boolean {
  return status >= 400 && status < 500
}

/** One call with an end; null when nothing came, or a redirect, which is not followed. */
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
    // Refused, cut off or out of time: a change may or may not have its effect, which is what the key is for.
    return null
  }
}

function ofListing({ entityId, action }: ListingChange) {
  const id = encodeURIComponent(entityId)
  if (action.kind === 'delete')
    return { method: 'DELETE', path: `/admin/property/${id}`, body: null }
  const body = JSON.stringify({ status: action.to })
  return { method: 'PATCH', path: `/admin/properties/${id}/status`, body }
}

function ofEvent({ entityId, action }: EventChange) {
  const path = `/events/${encodeURIComponent(entityId)}`
  if (action.kind === 'delete') return { method: 'DELETE', path, body: null }
  if (action.kind === 'update') return { method: 'PUT', path, body: JSON.stringify(action.patch) }
  const body = JSON.stringify(wireFieldsOf(action.fields))
  return { method: 'POST', path: '/events/create', body }
}

function headersOf(change: Change, token: string): Record<string, string> {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
  // Offered only to a server that showed that it knows them: a bare one may refuse what it does not.
  if (!change.isKeyed) return headers
  const keyed = { ...headers, [IDEMPOTENCY_HEADER]: change.key }
  const version = change.entity === 'listing' ? change.baseVersion : null
  return version === null ? keyed : { ...keyed, 'If-Match': `"${version}"` }
}

function readJsonObject(text: string): Record<string, unknown> | null {
  const json = readJson(text)
  const read = v.safeParse(JsonObject, json)
  return read.success && !Array.isArray(json) ? read.output : null
}

/** Undefined for what is not JSON: a portal's page, or a body that was cut off. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Told to the caller, who knows what was expected.
    return undefined
  }
}
