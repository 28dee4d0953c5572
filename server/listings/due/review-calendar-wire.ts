import * as v from 'valibot'
import {
  envelopeWith,
  recordWith,
  WireCount,
  WireId,
  WireTime,
} from '#server/platform/http/calls/wire-values.ts'
import { QUEUE_ORDERS } from '#src/domain/due/queue-order.ts'
import { FIRST_CALENDAR } from '#src/domain/due/work-calendar.ts'
import { WorkCalendarSchema } from '#src/domain/due/work-calendar-schema.ts'
import { FIRST_CHECKLIST } from '#src/domain/visit/checklist.ts'
import { ChecklistItemSchema } from '#src/domain/visit/visit-schemas.ts'

const CalendarWireSchema = recordWith('ReviewRules', {
  ...WorkCalendarSchema.entries,
  dueHours: v.pipe(
    WireCount,
    v.description('Working hours in which a submission should be decided.'),
  ),
  order: v.pipe(v.picklist(QUEUE_ORDERS), v.description('The order of review.')),
  checklist: v.pipe(
    v.array(ChecklistItemSchema),
    v.description('What visits to properties ask, in this order.'),
  ),
})

export const CalendarAnswerSchema = v.strictObject({
  success: v.literal(true),
  data: CalendarWireSchema,
  meta: v.strictObject({
    version: v.pipe(v.string(), v.description('Send it back as If-Match, in quotes.')),
  }),
})
export type CalendarAnswer = v.InferInput<typeof CalendarAnswerSchema>

export const CALENDAR_EXAMPLE: CalendarAnswer = {
  success: true,
  data: {
    week: FIRST_CALENDAR.week as never,
    holidays: ['2026-01-26'],
    dueHours: 8,
    order: 'age',
    checklist: [...FIRST_CHECKLIST],
  },
  meta: { version: '3' },
}

const MovedSchema = v.strictObject({
  id: WireId,
  name: v.nullable(v.string()),
  before: v.nullable(WireTime),
  after: WireTime,
})

export const CalendarPreviewSchema = envelopeWith(
  v.strictObject({
    waiting: v.pipe(WireCount, v.description('The properties that wait for a decision.')),
    changed: v.pipe(WireCount, v.description('Those of them with another due time.')),
    examples: v.pipe(v.array(MovedSchema), v.description('A few of them, the first due first.')),
  }),
)
export type CalendarPreview = v.InferInput<typeof CalendarPreviewSchema>

export const PREVIEW_EXAMPLE: CalendarPreview = {
  success: true,
  data: {
    waiting: 12,
    changed: 1,
    examples: [
      {
        id: '68b1f0a2c4d5e6f708192a3e',
        name: 'Garden villa in Baner',
        before: '2026-02-14T08:20:00.000Z',
        after: '2026-02-16T08:20:00.000Z',
      },
    ],
  },
}
