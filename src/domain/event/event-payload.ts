import * as v from 'valibot'
import { MomentSchema } from '#src/domain/moment.ts'
import { LineSchema, TextSchema } from '#src/domain/text.ts'

// The schemas of the event form and of the calls that write events.

export const EVENT_KINDS = ['open-house', 'site-visit', 'auction-day', 'other'] as const
export type EventKind = (typeof EVENT_KINDS)[number]

export const EVENT_KIND_LABELS: Record<EventKind, string> = {
  'open-house': 'Open house',
  'site-visit': 'Site visit',
  'auction-day': 'Auction day',
  other: 'Other',
}

/** The label of a kind. A kind that another client defined is returned as it is. */
export function kindLabel(kind: string | null): string | null {
  return EVENT_KINDS.find((known) => known === kind)
    ? EVENT_KIND_LABELS[kind as EventKind] // found among the known kinds
    : kind
}

export const MAX_TITLE_CHARS = 120 // more than one line of a calendar entry
export const MAX_PLACE_CHARS = 200 // a postal address
export const MAX_NOTE_CHARS = 4_000 // two pages; the whole event may have 32 KB

const Title = LineSchema('Give the event a title.', MAX_TITLE_CHARS)
const Note = TextSchema('The note must be text.', MAX_NOTE_CHARS)
const Place = LineSchema('Enter a place.', MAX_PLACE_CHARS)
const Kind = LineSchema('Choose a kind.', MAX_TITLE_CHARS)

const NOT_AN_EVENT = 'An event is a JSON object.'
const ENDS_FIRST = 'The end is before the start.'

function endsInOrder(event: { startsAt?: string | null; endsAt?: string | null }): boolean {
  if (!event.startsAt || !event.endsAt) return true
  // Comparisons with NaN are false, so an invalid time passes here. It has its own error message.
  return !(Date.parse(event.endsAt) < Date.parse(event.startsAt))
}

/** The payload of our own form: title and start are required. */
export const EventFormSchema = v.pipe(
  v.object({
    title: Title,
    kind: v.nullable(Kind),
    startsAt: MomentSchema,
    endsAt: v.nullable(MomentSchema),
    place: v.nullable(Place),
    note: v.nullable(Note),
  }),
  v.forward(v.partialCheck([['startsAt'], ['endsAt']], endsInOrder, ENDS_FIRST), ['endsAt']),
)

/**
 * The body of POST /events/create and of PUT /events/{id}. The server also validates the updated event with this
 * schema. Accepts any JSON object whose known fields are valid or absent. Null means "none".
 */
export const EventPayloadSchema = v.pipe(
  v.unknown(),
  // The object schema below would accept an array.
  v.check((payload) => !Array.isArray(payload), NOT_AN_EVENT),
  v.looseObject(
    {
      title: v.nullish(Title),
      kind: v.nullish(Kind),
      startsAt: v.nullish(MomentSchema),
      endsAt: v.nullish(MomentSchema),
      place: v.nullish(Place),
      note: v.nullish(Note),
    },
    NOT_AN_EVENT,
  ),
  v.forward(v.partialCheck([['startsAt'], ['endsAt']], endsInOrder, ENDS_FIRST), ['endsAt']),
)
export type EventPayload = v.InferOutput<typeof EventPayloadSchema>
