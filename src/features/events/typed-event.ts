import * as v from 'valibot'
import { fromIndianInput, toIndianInput } from '#src/domain/dates.ts'
import { EVENT_KINDS, EventFormSchema } from '#src/domain/event/event-payload.ts'
import {
  EVENT_FIELD_NAMES,
  type EventFields,
  type MarketEvent,
} from '#src/domain/event/market-event.ts'

// The typed values of an event, separate from the event itself: an untouched field follows the server's list, also
// while the form is open.

/** The id in the URL of an event that is to be created (eventPath). */
export const NEW_EVENT = 'new'

export type FieldName = keyof EventFields

/** Null means untouched, '' means emptied. Times are input values, in Indian time. */
export type TypedEvent = Record<FieldName, string | null>
/** The values that the inputs show. */
export type ShownFields = Record<FieldName, string>
/** An error message for each invalid field. */
export type EventFieldErrors = Partial<Record<FieldName, string>>

export const EMPTY_TYPED_EVENT: TypedEvent = {
  title: null,
  kind: null,
  startsAt: null,
  endsAt: null,
  place: null,
  note: null,
}

const PROPOSED_MS = 60 * 60 * 1000 // an hour: as long as most visits

const NEW_FIELDS: ShownFields = {
  title: '',
  kind: EVENT_KINDS[0],
  startsAt: '',
  endsAt: '',
  place: '',
  note: '',
}

/**
 * The values that the form shows. `event` is null for a new event, whose end follows its start until the person types
 * an end.
 */
export function showFields(event: MarketEvent | null, typed: TypedEvent): ShownFields {
  const saved = savedFields(event)
  const endsAt = event ? saved.endsAt : proposeEnd(typed.startsAt)
  const shown = { ...saved, endsAt }
  for (const name of EVENT_FIELD_NAMES) shown[name] = typed[name] ?? shown[name]
  return shown
}

/** Whether anything typed differs from what is saved. */
export function isTyped(event: MarketEvent | null, typed: TypedEvent): boolean {
  const saved = savedFields(event)
  return EVENT_FIELD_NAMES.some((name) => typed[name] !== null && typed[name] !== saved[name])
}

/** The form's event, or its validation errors. */
export function readFields(
  event: MarketEvent | null,
  typed: TypedEvent,
): { fields: EventFields; errors: null } | { fields: null; errors: EventFieldErrors } {
  const read = v.safeParse(EventFormSchema, toSchemaInput(event, typed))
  if (read.success) return { fields: withUntouched(event, typed, read.output), errors: null }
  const nested = v.flatten<typeof EventFormSchema>(read.issues).nested ?? {}
  const sentences = EVENT_FIELD_NAMES.flatMap((name) => {
    const sentence = nested[name]?.[0]
    return sentence ? [[name, sentence] as const] : []
  })
  return { fields: null, errors: Object.fromEntries(sentences) }
}

function savedFields(event: MarketEvent | null): ShownFields {
  if (!event) return NEW_FIELDS
  return {
    title: event.title ?? '',
    kind: event.kind ?? '',
    startsAt: toIndianInput(event.startsAt),
    endsAt: toIndianInput(event.endsAt),
    place: event.place ?? '',
    note: event.note ?? '',
  }
}

function proposeEnd(startsAt: string | null): string {
  const start = startsAt && fromIndianInput(startsAt)
  return start ? toIndianInput(Date.parse(start) + PROPOSED_MS) : ''
}

/**
 * The fields as the schema expects them. Inputs have no seconds: if an input still shows the saved value, the saved
 * value is used, unless that is invalid (saved by another app).
 */
function toSchemaInput(event: MarketEvent | null, typed: TypedEvent): Record<FieldName, unknown> {
  const shown = showFields(event, typed)
  const saved = savedFields(event)
  const input: Record<FieldName, unknown> = {
    title: shown.title,
    kind: shown.kind || null,
    startsAt: fromIndianInput(shown.startsAt) ?? '',
    endsAt: shown.endsAt === '' ? null : (fromIndianInput(shown.endsAt) ?? ''),
    place: shown.place.trim() || null,
    // Trimmed here because the server may trim too: device and server must store the same event.
    note: shown.note.trim() || null,
  }
  for (const name of EVENT_FIELD_NAMES) {
    const isTakenAsItIs = event?.[name] && v.is(EventFormSchema.entries[name], event[name])
    if (isTakenAsItIs && shown[name] === saved[name]) input[name] = event[name]
  }
  return input
}

/** Takes untouched fields from the event, so that a time in another app's format stays unchanged. */
function withUntouched(
  event: MarketEvent | null,
  typed: TypedEvent,
  fields: EventFields,
): EventFields {
  if (!event) return fields
  const saved = savedFields(event)
  const untouched = EVENT_FIELD_NAMES.filter(
    (name) => typed[name] === null || typed[name] === saved[name],
  )
  return { ...fields, ...Object.fromEntries(untouched.map((name) => [name, event[name]])) }
}
