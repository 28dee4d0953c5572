import * as v from 'valibot'
import type { EventRow } from '#server/platform/database/schema.ts'
import { WireId, WireTime, WireVersion } from '#server/platform/http/calls/wire-values.ts'
import {
  MAX_NOTE_CHARS,
  MAX_PLACE_CHARS,
  MAX_TITLE_CHARS,
} from '#src/domain/event/event-payload.ts'

/** Fields set by the server; all others are the owner's. */
const ServersFields = {
  _id: WireId,
  version: WireVersion,
  createdAt: WireTime,
  updatedAt: WireTime,
}

const line = (maxChars: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(maxChars))

export const EventWireSchema = v.pipe(
  v.looseObject({
    ...ServersFields,
    title: v.optional(line(MAX_TITLE_CHARS)),
    kind: v.optional(line(MAX_TITLE_CHARS)),
    startsAt: v.optional(WireTime),
    endsAt: v.optional(WireTime),
    place: v.optional(line(MAX_PLACE_CHARS)),
    note: v.optional(v.pipe(v.string(), v.maxLength(MAX_NOTE_CHARS))),
  }),
  v.metadata({ ref: 'Event' }),
)
/** The part of an event that an idempotency record stores. */
export const ReplayedEventSchema = v.strictObject({ _id: WireId, version: WireVersion })

/** Part of the list's ETag. Increment it when the format of events changes, so that no 304 confirms the old format. */
export const EVENT_WIRE_FORMAT = 1

/**
 * Serializes an event. Its body is already JSON and never contains the fields that the server adds.
 */
export function writeWireEvent(event: EventRow): string {
  const { version, created_at: createdAt, updated_at: updatedAt } = event
  const ownFields = event.body.slice(1, -1)
  const rest = JSON.stringify({ version, createdAt, updatedAt }).slice(1)
  return `{"_id":"${event.id}",${ownFields}${ownFields && ','}${rest}`
}
