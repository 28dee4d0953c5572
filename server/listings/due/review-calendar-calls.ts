import { answerOf, bodyOf } from '#server/platform/http/calls/call-description.ts'
import { describeCalls } from '#server/platform/http/calls/described-calls.ts'
import { QueueOrderSchema, WorkCalendarSchema } from '#src/domain/due/work-calendar-schema.ts'
import { ChecklistSchema } from '#src/domain/visit/visit-schemas.ts'
import {
  CALENDAR_EXAMPLE,
  CalendarAnswerSchema,
  CalendarPreviewSchema,
  PREVIEW_EXAMPLE,
} from './review-calendar-wire.ts'

const { week, holidays, checklist } = CALENDAR_EXAMPLE.data

const body = bodyOf(
  WorkCalendarSchema,
  {
    week: 'The intervals of each weekday in Indian time, in their order.',
    holidays: 'Days without working time, in their order.',
  },
  { week, holidays },
)

export const reviewCalendarCalls = describeCalls({
  findReviewCalendar: {
    group: 'Properties',
    summary: 'The working hours in which the team reviews, the order, and the checklist of visits',
    notes: 'Due times of properties are computed from the working hours and stored.',
    caller: 'operator',
    isTagged: true,
    answer: answerOf('The calendar.', CalendarAnswerSchema, CALENDAR_EXAMPLE),
  },
  previewReviewCalendar: {
    group: 'Properties',
    summary: 'What other working hours would change',
    notes: 'Changes nothing.',
    caller: 'operator',
    body,
    answer: answerOf('Old and new due times.', CalendarPreviewSchema, PREVIEW_EXAMPLE),
  },
  replaceReviewCalendar: {
    isWrite: true,
    group: 'Properties',
    summary: 'Replace the working hours',
    notes:
      'Send the `version` of the calendar that you changed as If-Match. The due times of all waiting properties are stored anew with it.',
    caller: 'operator',
    body,
    answer: answerOf('The calendar as it is now.', CalendarAnswerSchema, CALENDAR_EXAMPLE),
    refusals: ['bad-if-match', 'calendar-changed'],
  },
  setReviewOrder: {
    isWrite: true,
    group: 'Properties',
    summary: 'Set the order of review',
    notes: 'Send the `version` of the rules that you changed as If-Match.',
    caller: 'operator',
    body: bodyOf(
      QueueOrderSchema,
      { order: 'By what the next property is chosen.' },
      { order: 'age' },
    ),
    answer: answerOf('The rules as they are now.', CalendarAnswerSchema, CALENDAR_EXAMPLE),
    refusals: ['bad-if-match', 'calendar-changed'],
  },
  replaceChecklist: {
    isWrite: true,
    group: 'Properties',
    summary: 'Replace the checklist of visits',
    notes:
      'Send the `version` of the rules that you changed as If-Match. Visits keep the words that they were asked.',
    caller: 'operator',
    body: bodyOf(
      ChecklistSchema,
      { checklist: 'The whole list, in its new order.' },
      { checklist },
    ),
    answer: answerOf('The rules as they are now.', CalendarAnswerSchema, CALENDAR_EXAMPLE),
    refusals: ['bad-if-match', 'calendar-changed'],
  },
})
