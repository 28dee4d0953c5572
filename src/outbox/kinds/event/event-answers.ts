import * as v from 'valibot'
import type { ChangeAnswer } from '#src/api/change-call.ts'
import type { Change, EventChange } from '#src/domain/change.ts'
import type { EventAction } from '#src/domain/event/event-change.ts'
import {
  EVENT_FIELD_NAMES,
  type EventFields,
  type EventResult,
  fieldsOf,
  isNamed,
  isSameEvent,
  type MarketEvent,
  MarketEventSchema,
  matchesRequest,
  readEventResult,
} from '#src/domain/event/market-event.ts'
import { rowsOf } from '#src/domain/wire.ts'
import { DONE, noAnswer } from '../answer-verdict.ts'
import type { AnswerReading } from '../change-kind.ts'

// Reads answers about events. The specification gives them no envelope that would distinguish them from a captive
// portal's page, so a confirmation must match the request.

export const EVENT_READING: AnswerReading<EventChange> = {
  // A body with an id is an event, even if the event itself has a field `success`.
  isRecord: isNamed,
  hasRecord: (body) => isNamed(bodyOf(body)),
  readSuccess(change, answer) {
    const isEvent = answer.body !== null && isNamed(answer.body)
    if (!isEvent && isConfirmationOfDeleted(change, answer)) return { ...DONE, already: true }
    const event = readEventConfirmation(change, answer)
    return event ? { ...DONE, version: event.version, event } : noAnswer()
  },
}

/** The event itself, bare or in an envelope. */
function bodyOf(body: Record<string, unknown>): Record<string, unknown> {
  const read = v.safeParse(v.looseObject({}), body['data'])
  return read.success && !isNamed(body) ? read.output : body
}

const NO_EVENT_DATA: EventResult = { id: null, version: null, patch: {} }

/**
 * Event data of a 2xx answer; null if the answer does not confirm the change: it may come from a captive portal. A
 * server with idempotency keys confirms with the event or with `success`. A bare backend's answer to an update or a
 * delete has an unknown format, so it is accepted if it has `data`, a `message` or a field of an event.
 */
function readEventConfirmation(change: EventChange, answer: ChangeAnswer): EventResult | null {
  const { body, isEmpty } = answer
  const { action, isKeyed } = change
  const isYes = body?.['success'] === true
  const result = body && readEventResult(body)
  if (isKeyed && result && isOfAnother(change, result)) return null
  if (action.kind === 'delete') {
    const isSaid = isYes || (!isKeyed && (isEmpty || (body !== null && mentionsEvent(body))))
    return isSaid ? NO_EVENT_DATA : null
  }
  if (action.kind === 'create') return result?.id ? result : null
  const isAbout = isYes || (body !== null && (isKeyed ? isNamed(body) : mentionsEvent(body)))
  return isAbout ? result : null
}

/** Whether an answer has another event or other values than requested: an intermediary mixed up answers. */
function isOfAnother({ entityId, action }: EventChange, { id, patch }: EventResult): boolean {
  if (action.kind === 'delete') return id !== null && id !== entityId
  if (action.kind === 'create') return !matchesRequest(action.fields, patch)
  return (id !== null && id !== entityId) || !matchesRequest(action.patch, patch)
}

/** Whether the body looks like that of an events API. */
function mentionsEvent(body: Record<string, unknown>): boolean {
  return (
    isNamed(body) ||
    'data' in body ||
    EVENT_FIELD_NAMES.some((name) => name in body) ||
    isSuccessMessage(body)
  )
}

/** Bare backends often describe the result in a `message`. */
function isSuccessMessage(body: Record<string, unknown>): boolean {
  return body['success'] === true || typeof body['message'] === 'string'
}

/**
 * Whether a server with keys confirms a repeated create whose event was deleted since. Such a confirmation is valid
 * without event data.
 */
function isConfirmationOfDeleted(
  { action, isKeyed }: EventChange,
  { body }: ChangeAnswer,
): boolean {
  return action.kind === 'create' && isKeyed && body?.['success'] === true && !('data' in body)
}

const EventList = rowsOf(MarketEventSchema)
const EventListAnswer = v.union([
  EventList,
  v.pipe(
    v.looseObject({ data: EventList }),
    v.transform(({ data }) => data),
  ),
])

/** The events of a list answer, bare or in an envelope; null for any other answer. */
export function readEvents(json: unknown): MarketEvent[] | null {
  const read = v.safeParse(EventListAnswer, json)
  return read.success ? read.output : null
}

/** A change that creates an event. */
export type EventCreation = EventChange & { action: Extract<EventAction, { kind: 'create' }> }

/** Whether a change creates an event on a server without idempotency keys to detect a repeat. */
export function isUnkeyedCreation(change: Change): change is EventCreation {
  return change.entity === 'event' && change.action.kind === 'create' && !change.isKeyed
}

/** Listed events with the fields of the created event, except those that existed before the create. */
export function findCreated(creation: EventCreation, list: readonly MarketEvent[]): MarketEvent[] {
  const { fields, twins } = creation.action
  return list.filter((event) => !twins?.includes(event.id) && isSameEvent(fields, event))
}

export function resultOf(event: MarketEvent): EventResult {
  const patch: EventFields = fieldsOf(event)
  return { id: event.id, version: event.version, patch }
}
