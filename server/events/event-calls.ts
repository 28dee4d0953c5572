import * as v from 'valibot'
import { answerOf, bodyOf } from '#server/platform/http/calls/call-description.ts'
import { describeCalls } from '#server/platform/http/calls/described-calls.ts'
import { describePageQuery } from '#server/platform/http/calls/page-description.ts'
import { WireCursor, YesSchema } from '#server/platform/http/calls/wire-values.ts'
import { EventPayloadSchema } from '#src/domain/event/event-payload.ts'
import { MAX_EVENT_PAGE } from './event-pages.ts'
import { EventWireSchema, ReplayedEventSchema } from './event-wire.ts'

const OPEN_HOUSE = {
  title: 'Open house in Baner',
  kind: 'open-house',
  startsAt: '2026-07-04T04:30:00.000Z',
  endsAt: '2026-07-04T06:30:00.000Z',
  place: 'Baner Road, Pune',
}
const EVENT = {
  _id: '68b1f0a2c4d5e6f708192a3c',
  ...OPEN_HOUSE,
  version: 1,
  createdAt: '2026-06-20T08:20:00.000Z',
  updatedAt: '2026-06-20T08:20:00.000Z',
}
const REPLAY_NOTE =
  'A repeat with the same key gets `_id` and `version` from the first answer, or only `success` if the event was deleted since.'

/** The event; for a repeated request, only what the idempotency record stores. */
const ChangedEventSchema = v.union([EventWireSchema, ReplayedEventSchema, YesSchema])
const EventListSchema = v.union([
  v.array(EventWireSchema),
  v.strictObject({
    success: v.literal(true),
    data: v.array(EventWireSchema),
    meta: v.strictObject({ nextCursor: v.nullable(WireCursor) }),
  }),
])
const TIME_SAYS = 'Any form of ISO 8601; answers have it in UTC.'
const BODY_SAYS = {
  kind: 'open-house, site-visit, auction-day, other, or a word of your own.',
  startsAt: TIME_SAYS,
  endsAt: `${TIME_SAYS} Not before the start.`,
}

export const eventCalls = describeCalls({
  listEvents: {
    group: 'Events',
    summary: "The caller's own events, in order of creation",
    notes: 'Without a query all of them as a bare array; with `limit` or `cursor` a page.',
    caller: 'person',
    isTagged: true,
    query: describePageQuery(MAX_EVENT_PAGE),
    answer: answerOf('All of them, or a page.', EventListSchema, [EVENT]),
    refusals: ['bad-limit', 'bad-cursor'],
  },
  createEvent: {
    isWrite: true,
    group: 'Events',
    summary: 'Create an event',
    notes: `Any JSON object of up to 32 KB and six levels; fields that nobody has heard of are kept. ${REPLAY_NOTE}`,
    caller: 'person',
    isKeyed: true,
    body: bodyOf(EventPayloadSchema.pipe[2], BODY_SAYS, OPEN_HOUSE),
    answer: answerOf('The event.', ChangedEventSchema, EVENT),
    refusals: [
      'not-verified',
      'event-too-large',
      'events-too-large',
      'too-many-events',
      'too-many',
    ],
  },
  updateEvent: {
    isWrite: true,
    record: 'event',
    group: 'Events',
    summary: 'Change fields of an event',
    notes: `Merges: what is sent takes the place of the old, null takes a field away. ${REPLAY_NOTE}`,
    caller: 'person',
    isKeyed: true,
    body: bodyOf(EventPayloadSchema.pipe[2], BODY_SAYS, {
      title: 'Site visit in Baner',
      note: null,
    }),
    answer: answerOf('The whole event.', ChangedEventSchema, {
      ...EVENT,
      title: 'Site visit in Baner',
      version: 2,
    }),
    refusals: ['not-verified', 'event-too-large', 'events-too-large', 'too-many'],
  },
  deleteEvent: {
    isWrite: true,
    record: 'event',
    group: 'Events',
    summary: 'Delete an event permanently',
    caller: 'person',
    isKeyed: true,
    answer: answerOf('It is gone.', YesSchema, { success: true }),
    refusals: ['too-many'],
  },
})
