import * as v from 'valibot'
import { envelopeOf, listOf } from '#src/api/answer-schemas.ts'
import { type ConditionalRead, call, callIfChanged } from '#src/api/http-client.ts'
import { WEEKDAYS, type WorkCalendar } from '#src/domain/due/work-calendar.ts'
import { WireText } from '#src/domain/text.ts'

// The working hours in which the team reviews. Each call throws ApiError.

const PATH = '/admin/review-calendar'

/** The working hours, and how many of them a submission has until it is due. */
export interface ReviewCalendar {
  calendar: WorkCalendar
  hours: number
  version: string
}

const DaySchema = v.array(v.object({ from: v.string(), to: v.string() }))
const CalendarAnswer = v.pipe(
  v.looseObject({
    success: v.literal(true),
    data: v.looseObject({
      week: v.object(v.entriesFromList(WEEKDAYS, DaySchema)),
      holidays: v.array(v.string()),
      dueHours: v.number(),
    }),
    meta: v.looseObject({ version: v.string() }),
  }),
  v.transform(
    ({ data: { week, holidays, dueHours: hours }, meta: { version } }): ReviewCalendar => ({
      calendar: { week, holidays },
      hours,
      version,
    }),
  ),
)

/** GET /admin/review-calendar; null when unchanged. */
export function findReviewCalendar(read: ConditionalRead) {
  return callIfChanged(PATH, CalendarAnswer, read)
}

const PreviewAnswer = envelopeOf(
  v.looseObject({
    waiting: v.number(),
    changed: v.number(),
    examples: listOf(
      v.looseObject({ id: v.string(), name: WireText, before: WireText, after: v.string() }),
    ),
  }),
)
export type CalendarPreview = v.InferOutput<typeof PreviewAnswer>

/** POST: what these working hours would change. Changes nothing. */
export function previewCalendar(next: WorkCalendar): Promise<CalendarPreview> {
  return call(`${PATH}/preview`, PreviewAnswer, { method: 'POST', body: next })
}

/** PUT: replaces the working hours, and all due times with them. 412 if somebody else has changed them since `version`. */
export function replaceCalendar(next: WorkCalendar, version: string): Promise<ReviewCalendar> {
  const headers = { 'If-Match': `"${version}"` }
  return call(PATH, CalendarAnswer, { method: 'PUT', body: next, headers })
}
