import * as v from 'valibot'
import type { ChangeAnswer } from '#src/api/send-change.ts'
import type { Change, ChangeConflict, ListingChange } from '#src/domain/change.ts'
import { type EventResult, isNamed } from '#src/domain/event/market-event.ts'
import type { Actor } from '#src/domain/history.ts'
import { type Listing, ListingSchema } from '#src/domain/listing/listing.ts'
import { ConflictSchema, ERROR_CODE, ErrorAnswerSchema } from '#src/domain/wire.ts'
import { isConfirmationOfDeleted, readEventConfirmation } from './event-answers.ts'

// Interprets the answer to a change by its status and the API contract, never by message text. "A server with keys"
// honours Idempotency-Key; a bare backend does not.

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
 * The changes that wait when a change must be retried. itself: only this change. person: all changes of the person,
 * after a 429 (Too Many Requests). all: every change on the device, after a 503 (Service Unavailable).
 */
export type Hold = 'itself' | 'person' | 'all'

const HOLDS = new Map<number, Hold>([
  [429, 'person'],
  [503, 'all'],
])
const ANSWERED_LATER = new Set([408, 425, 429])
export function judge(change: Change, answer: ChangeAnswer): AnswerVerdict {
  const { status, body, retryAfterMs } = answer
  const said = sentenceOf(body)
  if (status === null) return noAnswer()
  // A captive portal's page: the API ends a session in the contract's format.
  if (status === 401 && change.isKeyed && !isContract(body)) return turnedAway()
  if (status === 401) return { kind: 'signed-out', body }
  if (ANSWERED_LATER.has(status) || status >= 500) return later(said, status, retryAfterMs)
  if (status === 409 && retryAfterMs !== null) return later(said, status, retryAfterMs)
  if (status < 300) return confirmationOf(change, answer)
  // A captive portal, a proxy's page or a redirect: not an answer of the API.
  if (status < 400 || (status === 404 && !isOwnMissing(change, body))) return noAnswer()
  if (status === 404 && change.action.kind === 'delete') return { ...DONE, already: change.isKeyed }
  if (status === 412 && change.entity === 'listing' && change.action.kind !== 'reason')
    return conflictOf(change, body, said)
  // Events and reasons are sent without If-Match, so this 412 is not from a server with keys: an intermediary sent it.
  if (status === 412 && change.isKeyed) return noAnswer()
  if (!isOwnRefusal(change, answer)) return turnedAway()
  const message = said ?? defaultMessage(status, change.entity)
  return { kind: 'parked', declined: false, message, code: codeOf(body), fields: fieldsOf(body) }
}

/** Judges an auxiliary request, such as the event list, that returned no usable answer. */
export function judgeNoAnswer(status: number | null): AnswerVerdict {
  if (status === 401) return { kind: 'signed-out', body: null }
  if (status === null || status < 400) return noAnswer()
  return later(null, status, null)
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

function confirmationOf(change: Change, answer: ChangeAnswer): AnswerVerdict {
  const { body } = answer
  // A body with an id is an event, even if the event itself has a field `success`.
  const isEvent = change.entity === 'event' && body !== null && isNamed(body)
  if (body?.['success'] === false && !isEvent)
    return isOwnRefusal(change, answer) ? declined(sentenceOf(body), body) : turnedAway()
  // A server with keys repeats the key. Without it, only the record itself proves whose answer this is.
  if (change.isKeyed && !isEchoed(change, answer) && !hasRecord(change, body)) return noAnswer()
  if (change.entity === 'listing')
    return body?.['success'] === true && !isOfAnother(change, body) ? done(body) : noAnswer()
  if (!isEvent && isConfirmationOfDeleted(change, answer)) return { ...DONE, already: true }
  const event = readEventConfirmation(change, answer)
  return event ? { ...DONE, version: event.version, event } : noAnswer()
}

function noAnswer(message = 'No answer from the server.'): AnswerVerdict {
  return { kind: 'retry', answered: false, holds: 'itself', message, retryAfterMs: null }
}

function turnedAway(): AnswerVerdict {
  return noAnswer('Something between this device and the server refused it.')
}

function later(said: string | null, status: number, retryAfterMs: number | null): AnswerVerdict {
  const message = said ?? defaultMessage(status)
  const holds = HOLDS.get(status) ?? 'itself'
  return { kind: 'retry', answered: true, holds, message, retryAfterMs }
}

function done(body: Record<string, unknown>): AnswerVerdict {
  return { ...DONE, version: readListing(body['data'])?.version ?? null }
}

function declined(said: string | null, body: Record<string, unknown> | null): AnswerVerdict {
  const message = said ?? 'The server did not make the change.'
  return { kind: 'parked', declined: true, message, code: codeOf(body), fields: fieldsOf(body) }
}

function conflictOf(
  change: ListingChange,
  body: Record<string, unknown> | null,
  said: string | null,
): AnswerVerdict {
  const read = v.safeParse(ConflictSchema, body?.['data'])
  const current = read.success ? readListing(read.output.current) : null
  // "… anyway" needs the listing's current version: sent without one, it would overwrite a decision that the user has
  // not seen. So an answer without this listing and its version is not used.
  if (change.isKeyed && (current?.id !== change.entityId || current.version === null))
    return noAnswer()
  const { actorId = null, by = null } = read.success ? read.output : {}
  // A colleague had the same verdict. A note that the person typed is not dropped unasked.
  const { action } = change
  if (action.kind === 'status' && current?.status === action.to && !action.reason?.note) {
    return { ...DONE, version: current.version, already: true, first: { actorId, by } }
  }
  const conflict: ChangeConflict = {
    status: current?.status ?? null,
    version: current?.version ?? null,
    changedAt: read.success ? (read.output.changedAt ?? null) : null,
    actorId,
    by,
    device: read.success ? (read.output.device ?? null) : null,
  }
  const message = said ?? 'The listing was changed elsewhere first.'
  return { kind: 'conflict', conflict, message, code: codeOf(body) }
}

/**
 * Whether the answer of a server with keys has another listing or status: an intermediary mixed up answers. An answer
 * without a listing is a confirmation too: a repeated change is confirmed even if its listing was deleted meanwhile.
 */
function isOfAnother(
  { isKeyed, entityId, action }: ListingChange,
  { data }: Record<string, unknown>,
): boolean {
  if (!isKeyed || data === undefined) return false
  const listing = readListing(data)
  if (listing?.id !== entityId) return true
  if (action.kind === 'status') return listing.status !== action.to
  // The confirmation of a reason has no listing.
  return action.kind === 'reason'
}

/** Whether a success contains the changed record, which an intermediary does not know. */
function hasRecord({ entity }: Change, body: Record<string, unknown> | null): boolean {
  if (body === null) return false
  return entity === 'listing' ? readListing(body['data']) !== null : isNamed(bodyOf(body))
}

/** The event itself, bare or in an envelope. */
function bodyOf(body: Record<string, unknown>): Record<string, unknown> {
  const read = v.safeParse(v.looseObject({}), body['data'])
  return read.success && !isNamed(body) ? read.output : body
}

function isEchoed({ key }: Change, { echoedKey }: ChangeAnswer): boolean {
  return echoedKey === key
}

/**
 * Whether the server refused, and not an intermediary. Refusals of a server with keys have a code, or repeat the key; a
 * bare backend has neither, so anything counts.
 */
function isOwnRefusal(change: Change, answer: ChangeAnswer): boolean {
  const { body } = answer
  if (!change.isKeyed || isEchoed(change, answer)) return true
  return body?.['success'] === false && ERROR_CODE.test(codeOf(body) ?? '')
}

/** A gateway's 404 may match the contract, but lacks the code that a server with keys adds. */
function isOwnMissing({ isKeyed }: Change, body: Record<string, unknown> | null): boolean {
  return isKeyed ? codeOf(body) === 'not-found' : isContract(body)
}

/** The contract's answers are JSON objects with a success flag or an error message. */
function isContract(body: Record<string, unknown> | null): boolean {
  return typeof body?.['success'] === 'boolean' || sentenceOf(body) !== null
}

function sentenceOf(body: Record<string, unknown> | null): string | null {
  const error = body?.['error']
  return typeof error === 'string' && error !== '' ? error : null
}

function codeOf(body: Record<string, unknown> | null): string | null {
  const code = body?.['code']
  return typeof code === 'string' ? code : null
}

function fieldsOf(body: Record<string, unknown> | null): Readonly<Record<string, string>> {
  const read = v.safeParse(ErrorAnswerSchema, body)
  return read.success ? read.output.fields : {}
}

function readListing(wire: unknown): Listing | null {
  const read = v.safeParse(ListingSchema, wire)
  return read.success ? read.output : null
}

function defaultMessage(status: number, entity: Change['entity'] = 'listing'): string {
  if (status === 403) return 'This account may not do that.'
  if (status === 404) return `The ${entity} no longer exists.`
  if (status === 429) return 'The server asks to slow down.'
  if (status >= 500) return 'The server has a problem.'
  return 'The server refused the change.'
}
