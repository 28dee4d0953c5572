import * as v from 'valibot'
import type { EventRow } from '#server/database/schema.ts'
import { WireId, WireTime, WireVersion } from '#server/wire-values.ts'
import { MAX_NOTE_CHARS, MAX_PLACE_CHARS, MAX_TITLE_CHARS } from '#src/domain/market-event.ts'
import { type EventBody, readStored } from './event-body.ts'

/** What the server says of an event; the rest is its owner's. */
const ServersFields = {
  _id: WireId,
  version: WireVersion,
  createdAt: WireTime,
  updatedAt: WireTime,
}
type ServersSay = v.InferInput<v.ObjectSchema<typeof ServersFields, undefined>>

const line = (maxChars: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(maxChars))

export const EventWireSchema = v.looseObject({
  ...ServersFields,
  title: v.optional(line(MAX_TITLE_CHARS)),
  kind: v.optional(line(MAX_TITLE_CHARS)),
  startsAt: v.optional(WireTime),
  endsAt: v.optional(WireTime),
  place: v.optional(line(MAX_PLACE_CHARS)),
  note: v.optional(v.pipe(v.string(), v.maxLength(MAX_NOTE_CHARS))),
})
/** What a receipt keeps of an event. */
export const KeptEventSchema = v.strictObject({ _id: WireId, version: WireVersion })

/** Raise it when an answer's shape changes, or a client keeps the old shape on a 304. */
export const EVENT_WIRE_FORMAT = 1

export function toWireEvent(event: EventRow): EventBody & ServersSay {
  return {
    _id: event.id,
    ...readStored(event.body),
    version: event.version,
    createdAt: event.created_at,
    updatedAt: event.updated_at,
  }
}
