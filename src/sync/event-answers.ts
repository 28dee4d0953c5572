import * as v from 'valibot'
import type { ChangeAnswer } from '#src/api/send-change.ts'
import type { Change, EventChange } from '#src/domain/change.ts'
import type { EventAction } from '#src/domain/event-change.ts'
import {
  type EventFields,
  type EventResult,
  fieldsOf,
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
 * What a 2xx says of the event. Null when it cannot be the server's yes: of an event that was made the answer has to
 * name the id, or nobody could speak of it again.
 */
export function readEventYes(change: EventChange, answer: ChangeAnswer): EventResult | null {
  const { body, isEmpty } = answer
  const { kind } = change.action
  if (kind === 'delete') return body || isEmpty ? NOTHING_SAID : null
  const result = body && readEventResult(body)
  return kind === 'create' && !result?.id ? null : result
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
