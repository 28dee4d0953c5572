import * as v from 'valibot'
import { LineSchema, WireText } from '#src/domain/text.ts'

// An event is an appointment about a property, arranged by its owner. It is not called Event, because the DOM has that
// name.

export const EVENT_KINDS = ['open-house', 'site-visit', 'auction-day', 'other'] as const
export type EventKind = (typeof EVENT_KINDS)[number]

export const EVENT_KIND_LABELS: Record<EventKind, string> = {
  'open-house': 'Open house',
  'site-visit': 'Site visit',
  'auction-day': 'Auction day',
  other: 'Other',
}

export const MAX_TITLE_CHARS = 120 // one line of a calendar entry, with room
export const MAX_PLACE_CHARS = 200 // a postal address
export const MAX_NOTE_CHARS = 4_000 // two pages; the whole event may have 32 KB

/** The fields that a user enters for an event; null when empty. Times are ISO 8601 in UTC. */
export interface EventFields {
  title: string | null
  /** One of EVENT_KINDS on our own screens; other clients may send other words. */
  kind: string | null
  startsAt: string | null
  endsAt: string | null
  place: string | null
  note: string | null
}

/** The fields that an update changes: absent fields stay as they are, and null clears a field (PUT merges). */
export type EventPatch = Partial<EventFields>

export interface MarketEvent extends EventFields {
  id: string
  /** Counts the changes of this event; null on a bare backend. */
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

const DAY_CHARS = 'yyyy-mm-dd'.length
const NOT_A_TIME = 'Enter a date and a time.'
/** Any ISO 8601 timestamp, normalised to UTC with milliseconds. */
const Moment = v.pipe(
  v.string(NOT_A_TIME),
  v.isoTimestamp(NOT_A_TIME),
  v.check((text) => !Number.isNaN(Date.parse(text)) && isDay(text.slice(0, DAY_CHARS)), NOT_A_TIME),
  v.transform((text) => new Date(text).toISOString()),
)
const Title = LineSchema('Give the event a title.', MAX_TITLE_CHARS)
const Note = v.pipe(
  v.string('The note must be text.'),
  v.maxLength(MAX_NOTE_CHARS, `Use at most ${MAX_NOTE_CHARS} characters.`),
)
const Place = LineSchema('Enter a place.', MAX_PLACE_CHARS)
const Kind = LineSchema('Choose a kind.', MAX_TITLE_CHARS)

/** Node reads the 31st of February as a day in March. */
function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

const NOT_AN_EVENT = 'An event is a JSON object.'
const ENDS_FIRST = 'The end is before the start.'

function endsInOrder(event: { startsAt?: string | null; endsAt?: string | null }): boolean {
  if (!event.startsAt || !event.endsAt) return true
  // An invalid time has its own error message: comparisons with NaN are false.
  return !(Date.parse(event.endsAt) < Date.parse(event.startsAt))
}

/** The payload of our own form: title and start are required. */
export const EventFormSchema = v.pipe(
  v.object({
    title: Title,
    kind: v.nullable(Kind),
    startsAt: Moment,
    endsAt: v.nullable(Moment),
    place: v.nullable(Place),
    note: v.nullable(Note),
  }),
  v.forward(v.partialCheck([['startsAt'], ['endsAt']], endsInOrder, ENDS_FIRST), ['endsAt']),
)

/**
 * The body of POST /events/create, of PUT /events/{id}, and the whole event after a merge. Every JSON object is
 * accepted if its known fields, where present, are valid. Null means "none".
 */
export const EventPayloadSchema = v.pipe(
  v.unknown(),
  // JavaScript, and the schema below, treat an array as an object.
  v.check((payload) => !Array.isArray(payload), NOT_AN_EVENT),
  v.looseObject(
    {
      title: v.nullish(Title),
      kind: v.nullish(Kind),
      startsAt: v.nullish(Moment),
      endsAt: v.nullish(Moment),
      place: v.nullish(Place),
      note: v.nullish(Note),
    },
    NOT_AN_EVENT,
  ),
  v.forward(v.partialCheck([['startsAt'], ['endsAt']], endsInOrder, ENDS_FIRST), ['endsAt']),
)
export type EventPayload = v.InferOutput<typeof EventPayloadSchema>

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

/** Event data in the answer to a change: only the returned fields. An update's answer may lack the id. */
export interface EventResult {
  id: string | null
  version: number | null
  patch: EventPatch
}

/** The answer of POST /events/create or PUT /events/{id}, bare or in an envelope; null if it is not an event. */
export function readEventResult(answer: Record<string, unknown>): EventResult | null {
  const { data } = answer
  // Another client's event may have a `data` field: an object with its own id is not an envelope.
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

/** Whether an answer names a record, as an event does and an envelope does not. */
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
 * Whether a listed event may be the created one: a server may trim texts, format times differently, and omit fields that
 * it does not know, but not the title and the start.
 */
export function isSameEvent(created: EventFields, listed: EventFields): boolean {
  return EVENT_FIELD_NAMES.every((name) => {
    const isNeeded = name === 'title' || name === 'startsAt'
    if (listed[name] === null && !isNeeded) return true
    return meaningOf(name, created[name]) === meaningOf(name, listed[name])
  })
}

/** Whether the returned fields of an event match the requested fields; fields that either side lacks are ignored. */
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

/** The word for a kind; another client's own word as it is. */
export function kindLabel(kind: string | null): string | null {
  return EVENT_KINDS.find((known) => known === kind)
    ? EVENT_KIND_LABELS[kind as EventKind] // the condition has found it among the known kinds
    : kind
}
