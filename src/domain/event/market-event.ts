import * as v from 'valibot'
import { WireText } from '#src/domain/text.ts'

// An event is an appointment about a property, arranged by its owner. The type is MarketEvent, because Event is a DOM
// type.

/** The fields that a user enters for an event; null when empty. Times are ISO 8601 in UTC. */
export interface EventFields {
  title: string | null
  /** One of EVENT_KINDS from our own screens; other clients may send other values. */
  kind: string | null
  startsAt: string | null
  endsAt: string | null
  place: string | null
  note: string | null
}

/** The fields that an update changes. Absent fields stay unchanged, because PUT merges; null clears a field. */
export type EventPatch = Partial<EventFields>

export interface MarketEvent extends EventFields {
  id: string
  /** Counts the changes of this event; null if the server sends no versions. */
  version: number | null
}

export const EVENT_FIELD_NAMES = [
  'title',
  'kind',
  'startsAt',
  'endsAt',
  'place',
  'note',
] as const satisfies readonly (keyof EventFields)[]

/** An event on the wire, read tolerantly: only an id is required. */
export const MarketEventSchema = v.pipe(
  v.looseObject({
    _id: WireText,
    id: WireText,
    version: v.fallback(v.nullish(v.number(), null), null),
    title: WireText,
    kind: WireText,
    startsAt: WireText,
    endsAt: WireText,
    place: WireText,
    note: WireText,
  }),
  v.check((wire) => Boolean(wire._id ?? wire.id), 'an event needs an id'),
  v.transform(
    (wire): MarketEvent => ({
      id: wire._id ?? wire.id ?? '',
      version: wire.version,
      title: wire.title,
      kind: wire.kind,
      startsAt: wire.startsAt,
      endsAt: wire.endsAt,
      place: wire.place,
      note: wire.note,
    }),
  ),
)

/** The event fields that the answer to a change returned. The answer to an update may lack the id. */
export interface EventResult {
  id: string | null
  version: number | null
  patch: EventPatch
}

/** Reads the answer of POST /events/create or PUT /events/{id}, bare or in an envelope; null if it is not an event. */
export function readEventResult(answer: Record<string, unknown>): EventResult | null {
  const { data } = answer
  // An object with an id is not an envelope, but an event: another client may store a `data` field in it.
  const wire = isRecord(data) && !isNamed(answer) ? data : answer
  const read = v.safeParse(MarketEventSchema, { _id: 'not told', ...wire })
  if (!read.success) return null
  const { id, version, ...fields } = read.output
  const returned = EVENT_FIELD_NAMES.filter((name) => name in wire)
  return {
    id: id === 'not told' ? null : id,
    version,
    patch: Object.fromEntries(returned.map((name) => [name, fields[name]])),
  }
}

/** Whether an answer has an id, as an event does and an envelope does not. */
export function isNamed(answer: Record<string, unknown>): boolean {
  return typeof answer['_id'] === 'string' || typeof answer['id'] === 'string'
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function fieldsOf(event: EventFields): EventFields {
  const { title, kind, startsAt, endsAt, place, note } = event
  return { title, kind, startsAt, endsAt, place, note }
}

/** The update that turns `before` into `after`: only the fields that differ. */
export function findPatch(before: EventFields, after: EventFields): EventPatch {
  const changed = EVENT_FIELD_NAMES.filter((name) => before[name] !== after[name])
  return Object.fromEntries(changed.map((name) => [name, after[name]]))
}

/**
 * Whether a listed event may be the created one. Allows for a server that trims texts, formats times differently, and
 * omits fields that it does not know, except the title and the start.
 */
export function isSameEvent(created: EventFields, listed: EventFields): boolean {
  return EVENT_FIELD_NAMES.every((name) => {
    const isNeeded = name === 'title' || name === 'startsAt'
    if (listed[name] === null && !isNeeded) return true
    return meaningOf(name, created[name]) === meaningOf(name, listed[name])
  })
}

/** Whether the returned fields of an event match the requested ones. Ignores fields that are missing in either. */
export function matchesRequest(asked: EventPatch, said: EventPatch): boolean {
  return EVENT_FIELD_NAMES.every(
    (name) =>
      asked[name] === undefined ||
      said[name] === undefined ||
      meaningOf(name, asked[name]) === meaningOf(name, said[name]),
  )
}

function meaningOf(name: keyof EventFields, value: string | null): string | number | null {
  const text = value?.trim() || null
  const time = text && (name === 'startsAt' || name === 'endsAt') ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? text : time
}
