import * as v from 'valibot'
import { envelopeOf, listOf } from '#src/api/answer-schemas.ts'
import { ApiError } from '#src/api/api-error.ts'
import {
  type ChangedAnswer,
  type ConditionalRead,
  call,
  callIfChanged,
} from '#src/api/http-client.ts'
import { FIRST_ORDER, QUEUE_ORDERS, type QueueOrder } from '#src/domain/due/queue-order.ts'
import {
  FIRST_CALENDAR,
  FIRST_DUE_HOURS,
  WEEKDAYS,
  type WorkCalendar,
} from '#src/domain/due/work-calendar.ts'
import { WireText } from '#src/domain/text.ts'
import type { ChecklistItem } from '#src/domain/visit/checklist.ts'

// How the team reviews: its working hours, the order, and what visits ask. Each call throws ApiError.

const PATH = '/admin/review-rules'

/** The working hours, how many of them a submission has until it is due, the order of review, and the checklist of visits. */
export interface ReviewRules {
  calendar: WorkCalendar
  hours: number
  order: QueueOrder
  checklist: readonly ChecklistItem[]
  version: string
}

const DaySchema = v.array(v.object({ from: v.string(), to: v.string() }))
const ItemSchema = v.object({ id: v.string(), label: v.string(), isActive: v.boolean() })
const CalendarAnswer = v.pipe(
  v.looseObject({
    success: v.literal(true),
    data: v.looseObject({
      week: v.object(v.entriesFromList(WEEKDAYS, DaySchema)),
      holidays: v.array(v.string()),
      dueHours: v.number(),
      // A newer server may have an order that this build does not know.
      order: v.fallback(v.picklist(QUEUE_ORDERS), FIRST_ORDER),
      checklist: v.optional(v.array(ItemSchema), []),
    }),
    meta: v.looseObject({ version: v.string() }),
  }),
  v.transform(({ data, meta: { version } }): ReviewRules => {
    const { week, holidays, dueHours: hours, order, checklist } = data
    return { calendar: { week, holidays }, hours, order, checklist, version }
  }),
)

/** GET /admin/review-rules; null when unchanged. A bare backend has none, and reviews in the first order. */
export async function findReviewRules(
  read: ConditionalRead,
): Promise<ChangedAnswer<ReviewRules> | null> {
  try {
    return await callIfChanged(PATH, CalendarAnswer, read)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return NO_RULES
    throw error
  }
}

const NO_RULES: ChangedAnswer<ReviewRules> = {
  data: {
    calendar: FIRST_CALENDAR,
    hours: FIRST_DUE_HOURS,
    order: FIRST_ORDER,
    checklist: [],
    version: '',
  },
  etag: null,
  cursor: null,
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
  return call(`${PATH}/calendar/preview`, PreviewAnswer, { method: 'POST', body: next })
}

/** PUT: replaces the working hours, and all due times with them. 412 if somebody else has changed them since `version`. */
export function replaceCalendar(next: WorkCalendar, version: string): Promise<ReviewRules> {
  const headers = { 'If-Match': `"${version}"` }
  return call(`${PATH}/calendar`, CalendarAnswer, { method: 'PUT', body: next, headers })
}

/** PUT: sets the order of review. 412 if somebody else has changed the rules since `version`. */
export function setOrder(order: QueueOrder, version: string): Promise<ReviewRules> {
  const headers = { 'If-Match': `"${version}"` }
  return call(`${PATH}/order`, CalendarAnswer, { method: 'PUT', body: { order }, headers })
}

/** PUT: replaces the checklist of visits. 412 if somebody else has changed the rules since `version`. */
export function replaceChecklist(
  checklist: readonly ChecklistItem[],
  version: string,
): Promise<ReviewRules> {
  const headers = { 'If-Match': `"${version}"` }
  return call(`${PATH}/checklist`, CalendarAnswer, { method: 'PUT', body: { checklist }, headers })
}
