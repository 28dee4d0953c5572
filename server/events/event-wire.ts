import * as v from 'valibot'
import type { EventRow } from '#server/database/schema.ts'
import { WireId, WireTime, WireVersion } from '#server/http/calls/wire-values.ts'
import { MAX_NOTE_CHARS, MAX_PLACE_CHARS, MAX_TITLE_CHARS } from '#src/domain/market-event.ts'

/** What the server says of an event; the rest is its owner's. */
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
/** What a receipt keeps of an event. */
export const KeptEventSchema = v.strictObject({ _id: WireId, version: WireVersion })

/** Raise it when an answer's shape changes, or a client keeps the old shape on a 304. */
export const EVENT_WIRE_FORMAT = 1

/** An event as JSON text. Its body is JSON already, without the names of the fields that the server adds. */
export function writeWireEvent(event: EventRow): string {
  const { version, created_at: createdAt, updated_at: updatedAt } = event
  const ownFields = event.body.slice(1, -1)
  const rest = JSON.stringify({ version, createdAt, updatedAt }).slice(1)
  return `{"_id":"${event.id}",${ownFields}${ownFields && ','}${rest}`
}
