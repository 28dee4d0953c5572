import * as v from 'valibot'
import { boundedList } from '#src/domain/wire.ts'
import { QUEUE_ORDERS } from './queue-order.ts'
import { minuteOf, minutesOfWeek, WEEKDAYS } from './work-calendar.ts'

// Separate from the calendar, because the panel needs the schema only to edit it.

export const MOST_INTERVALS = 4 // of a day: a morning, an afternoon, and two more
const MOST_HOLIDAYS = 100 // several years of public holidays
const LEAST_MINUTES = 60 // of a week; with less, a due time could lie years ahead

const TIME = 'Write times as HH:MM, from 00:00 to 24:00.'
const DATE = 'Write holidays as dates, such as 2026-01-26.'

const TimeSchema = v.pipe(v.string(TIME), v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, TIME))

const IntervalSchema = v.pipe(
  v.object({ from: TimeSchema, to: TimeSchema }, 'Give each interval its two times.'),
  v.check(
    ({ from, to }) => minuteOf(from) < minuteOf(to),
    ({ input: { from, to } }) => `${from} to ${to} ends before it begins.`,
  ),
)

const DaySchema = v.pipe(
  boundedList(IntervalSchema, MOST_INTERVALS, {
    notAList: 'Give each weekday its list of intervals.',
    tooMany: `A day has at most ${MOST_INTERVALS} intervals.`,
  }),
  v.check(
    (intervals) =>
      intervals.every(
        ({ from }, index) =>
          index === 0 || minuteOf(from) >= minuteOf(intervals[index - 1]?.to ?? ''),
      ),
    'The intervals of a day must be in their order and may not overlap.',
  ),
)

const HolidaySchema = v.pipe(
  v.string(DATE),
  v.regex(/^\d{4}-\d{2}-\d{2}$/, DATE),
  v.check(
    (date) => isDate(date),
    ({ input }) => `${input} is no date.`,
  ),
)

/** The body of PUT /admin/review-rules/calendar. */
export const WorkCalendarSchema = v.object(
  {
    week: v.pipe(
      v.object(
        v.entriesFromList(WEEKDAYS, DaySchema),
        'Give each of the seven weekdays its intervals.',
      ),
      v.check(
        (week) => minutesOfWeek({ week }) >= LEAST_MINUTES,
        'Nothing would ever be due: a week needs at least one working hour.',
      ),
    ),
    holidays: v.pipe(
      boundedList(HolidaySchema, MOST_HOLIDAYS, {
        notAList: 'Send the list of holidays.',
        tooMany: `The calendar has at most ${MOST_HOLIDAYS} holidays. Remove those that are over.`,
      }),
      v.check(
        (holidays) =>
          holidays.every((day, index) => index === 0 || day > (holidays[index - 1] ?? '')),
        'The holidays must be in their order, each once.',
      ),
    ),
  },
  'Send the calendar: the week and the holidays.',
)

/** The body of PUT /admin/review-rules/order. */
export const QueueOrderSchema = v.object(
  { order: v.picklist(QUEUE_ORDERS, `The order must be one of ${QUEUE_ORDERS.join(', ')}.`) },
  'Choose an order.',
)

function isDate(text: string): boolean {
  const moment = new Date(`${text}T00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text)
}
