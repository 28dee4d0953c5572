import * as v from 'valibot'
import type { ChangeAnswer } from '#src/api/send-change.ts'
import type { Change, EventChange } from '#src/domain/change.ts'
import type { EventAction } from '#src/domain/event-change.ts'
import {
  EVENT_FIELD_NAMES,
  type EventFields,
  type EventResult,
  fieldsOf,
  isNamed,
  isSaidSo,
  isSameEvent,
  type MarketEvent,
  MarketEventSchema,
  readEventResult,
} from '#src/domain/market-event.ts'
import { rowsOf } from '#src/domain/wire.ts'

// What an answer says about an event. The specification shows bare answers: no envelope tells a yes from a portal's
// page, so a yes has to look like what was asked for.

const NOTHING_SAID: EventResult = { id: null, version: null, patch: {} }

/**
 * What a 2xx says of the event. Null when it cannot be the server's yes: a portal answers in JSON too. One with keys
 * names the event, or says success; a bare one's words for an update are not known, but they speak of the event.
 */
export function readEventYes(change: EventChange, answer: ChangeAnswer): EventResult | null {
  const { body, isEmpty } = answer
  const { action, isKeyed } = change
  const isYes = body?.['success'] === true
  const result = body && readEventResult(body)
  if (isKeyed && result && isOfAnother(change, result)) return null
  if (action.kind === 'delete') {
    const isSaid = isYes || (!isKeyed && (isEmpty || (body !== null && speaksOfEvent(body))))
    return isSaid ? NOTHING_SAID : null
  }
  if (action.kind === 'create') return result?.id ? result : null
  const isAbout = isYes || (body !== null && (isKeyed ? isNamed(body) : speaksOfEvent(body)))
  return isAbout ? result : null
}

/** Whether an answer names another event, or says of it what was not asked for: something on the way mixed answers up. */
function isOfAnother({ entityId, action }: EventChange, { id, patch }: EventResult): boolean {
  if (action.kind === 'delete') return id !== null && id !== entityId
  if (action.kind === 'create') return !isSaidSo(action.fields, patch)
  return (id !== null && id !== entityId) || !isSaidSo(action.patch, patch)
}

/** Words that only somebody who knows events would say. */
function speaksOfEvent(body: Record<string, unknown>): boolean {
  return (
    isNamed(body) ||
    'data' in body ||
    EVENT_FIELD_NAMES.some((name) => name in body) ||
    isYesWord(body)
  )
}

/** Bare backends like to say what they did in a sentence of their own. */
function isYesWord(body: Record<string, unknown>): boolean {
  return body['success'] === true || typeof body['message'] === 'string'
}

/**
 * A repeat of an event's making that a server with keys had answered before, and whose event was deleted since: the yes
 * stands, and there is nothing more to tell of it.
 */
export function isYesOfGone({ action, isKeyed }: EventChange, { body }: ChangeAnswer): boolean {
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

/** The events of a list answer, bare or in an envelope; null when it is none. */
export function readEvents(json: unknown): MarketEvent[] | null {
  const read = v.safeParse(EventListAnswer, json)
  return read.success ? read.output : null
}

/** An event change that makes an event. */
export type Making = EventChange & { action: Extract<EventAction, { kind: 'create' }> }

/** Whether a change makes an event on a server that knows no keys, by which it would recognise a repeat. */
export function isUnkeyedMaking(change: Change): change is Making {
  return change.entity === 'event' && change.action.kind === 'create' && !change.isKeyed
}

/** Events of the list that say what the made one says and were not there before it. */
export function findMade(making: Making, list: readonly MarketEvent[]): MarketEvent[] {
  const { fields, twins } = making.action
  return list.filter((event) => !twins?.includes(event.id) && isSameEvent(fields, event))
}

export function resultOf(event: MarketEvent): EventResult {
  const patch: EventFields = fieldsOf(event)
  return { id: event.id, version: event.version, patch }
}
