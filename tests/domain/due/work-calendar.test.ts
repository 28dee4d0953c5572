import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import {
  addWorkingTime,
  FIRST_CALENDAR,
  minuteOf,
  WEEKDAYS,
  type WorkCalendar,
  workingTimeBetween,
  workTimesOf,
} from '#src/domain/due/work-calendar.ts'
import { WorkCalendarSchema } from '#src/domain/due/work-calendar-schema.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MINUTES = 1_440
const INDIA_MS = 5.5 * HOUR_MS

/** '09:05'; the last minute of a day ends at '24:00'. */
const timeOf = (minute: number) =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')

/** Up to four intervals: an even number of different minutes, in their order. */
const DAY = fc
  .uniqueArray(fc.nat(DAY_MINUTES), { maxLength: 8 })
  .map((minutes) => minutes.toSorted((one, other) => one - other))
  .map((minutes) =>
    Array.from({ length: Math.floor(minutes.length / 2) }, (_, index) => ({
      from: timeOf(minutes[index * 2] ?? 0),
      to: timeOf(minutes[index * 2 + 1] ?? 0),
    })),
  )

const FIRST_DAY = Date.UTC(2026, 0, 1)
const HOLIDAY = fc
  .nat(40)
  .map((day) => new Date(FIRST_DAY + day * 24 * HOUR_MS).toISOString().slice(0, 10))

const CALENDAR = fc
  .record({
    week: fc.record({
      sunday: DAY,
      monday: DAY,
      tuesday: DAY,
      wednesday: DAY,
      thursday: DAY,
      friday: DAY,
      saturday: DAY,
    }),
    holidays: fc
      .uniqueArray(HOLIDAY, { maxLength: 6 })
      .map((days) => days.toSorted((one, other) => (one < other ? -1 : 1))),
  })
  .filter((calendar) => v.is(WorkCalendarSchema, calendar))

/** Looks at each minute after the start. Knows nothing of days without working time. */
function walk({ week, holidays }: WorkCalendar, startMs: number, minutes: number): number {
  const isOpenAt = WEEKDAYS.map((day) => {
    const isOpen = new Uint8Array(DAY_MINUTES)
    for (const { from, to } of week[day]) isOpen.fill(1, minuteOf(from), minuteOf(to))
    return isOpen
  })
  const closed = new Set(holidays.map((date) => Date.parse(`${date}T00:00Z`) / (24 * HOUR_MS)))
  let [left, minute] = [minutes, (startMs + INDIA_MS) / MINUTE_MS]
  while (left > 0) {
    const day = Math.floor(minute / DAY_MINUTES)
    // The first day of 1970 was a Thursday.
    const isOpen = isOpenAt[(day + 4) % 7]?.[minute % DAY_MINUTES] === 1
    if (isOpen && !closed.has(day)) left -= 1
    minute += 1
  }
  return minute * MINUTE_MS - INDIA_MS
}

const sameAsWalk = fc.property(
  CALENDAR,
  fc.nat(20 * DAY_MINUTES),
  fc.integer({ min: 1, max: 600 }),
  (calendar, startMinute, minutes) => {
    const startMs = FIRST_DAY + startMinute * MINUTE_MS
    const atMs = addWorkingTime(workTimesOf(calendar), startMs, minutes * MINUTE_MS)
    expect(atMs).toBe(walk(calendar, startMs, minutes))
  },
)

test('the working time up to the end of an addition is what was added', () => {
  fc.assert(
    fc.property(
      CALENDAR,
      fc.nat(20 * DAY_MINUTES),
      fc.integer({ min: 0, max: 3_000 }),
      (calendar, startMinute, minutes) => {
        const times = workTimesOf(calendar)
        const startMs = FIRST_DAY + startMinute * MINUTE_MS
        const endMs = addWorkingTime(times, startMs, minutes * MINUTE_MS)
        expect(workingTimeBetween(times, startMs, endMs)).toBe(minutes * MINUTE_MS)
        expect(workingTimeBetween(times, endMs, startMs - 1)).toBe(0)
      },
    ),
    { numRuns: 1_000 },
  )
})

describe('adding working time', () => {
  test('ends where a walk from minute to minute ends, for 1,000 random calendars', () => {
    fc.assert(sameAsWalk, { numRuns: 1_000 })
  })

  test('ends where a walk from minute to minute ends, for 100,000 random calendars', {
    tags: ['long'],
    timeout: 600_000,
  }, () => {
    fc.assert(sameAsWalk, { numRuns: 100_000 })
  })

  const at = (text: string) => Date.parse(`${text}+05:30`)
  test.each([
    ['within a day', '2026-11-27T10:00', 2, '2026-11-27T12:00'],
    ['over the night', '2026-11-27T17:30', 2, '2026-11-28T11:30'],
    ['over a Sunday', '2026-11-28T17:30:20', 2, '2026-11-30T11:30:20'],
    ['from the night', '2026-11-28T22:10', 2, '2026-11-30T12:00'],
    ['to the end of a day, not to the next morning', '2026-11-27T16:00', 2, '2026-11-27T18:00'],
    ['over two weeks', '2026-11-27T18:00', 96, '2026-12-11T18:00'],
  ])('goes %s', (_, from, hours, to) => {
    const endMs = addWorkingTime(workTimesOf(FIRST_CALENDAR), at(from), hours * HOUR_MS)
    expect(new Date(endMs).toISOString()).toBe(new Date(at(to)).toISOString())
  })

  test('passes over holidays and the break of a day', () => {
    const day = [
      { from: '09:00', to: '13:00' },
      { from: '14:00', to: '24:00' },
    ]
    const calendar = {
      week: { ...FIRST_CALENDAR.week, friday: day, saturday: day },
      holidays: ['2026-11-28', '2026-11-30'],
    }
    const endMs = addWorkingTime(workTimesOf(calendar), at('2026-11-27T12:00'), 12 * HOUR_MS)
    expect(new Date(endMs).toISOString()).toBe(new Date(at('2026-12-01T11:00')).toISOString())
  })

  test('has no end in a calendar without working time', () => {
    const week = { ...FIRST_CALENDAR.week }
    for (const day of WEEKDAYS) week[day] = []
    const times = workTimesOf({ week, holidays: [] })
    expect(() => addWorkingTime(times, 0, 1)).toThrow(RangeError)
  })
})

describe('a calendar', () => {
  const withMonday = (monday: unknown) => ({
    ...FIRST_CALENDAR,
    week: { ...FIRST_CALENDAR.week, monday },
  })
  const CLOSED = { sunday: [], monday: [], tuesday: [], wednesday: [], thursday: [], friday: [] }

  test('of a new installation is accepted, and so are intervals that touch', () => {
    expect(v.is(WorkCalendarSchema, FIRST_CALENDAR)).toBe(true)
    const touching = [
      { from: '10:00', to: '13:00' },
      { from: '13:00', to: '24:00' },
    ]
    expect(v.is(WorkCalendarSchema, withMonday(touching))).toBe(true)
  })

  test.each([
    [
      'without working time',
      { ...FIRST_CALENDAR, week: { ...CLOSED, saturday: [] } },
      'Nothing would ever be due: a week needs at least one working hour.',
    ],
    [
      'with 59 minutes a week',
      { ...FIRST_CALENDAR, week: { ...CLOSED, saturday: [{ from: '10:00', to: '10:59' }] } },
      'Nothing would ever be due: a week needs at least one working hour.',
    ],
    [
      'with an interval that ends before it begins',
      withMonday([{ from: '18:00', to: '10:00' }]),
      '18:00 to 10:00 ends before it begins.',
    ],
    [
      'with overlapping intervals',
      withMonday([
        { from: '10:00', to: '13:00' },
        { from: '12:59', to: '18:00' },
      ]),
      'The intervals of a day must be in their order and may not overlap.',
    ],
    [
      'with a time that is none',
      withMonday([{ from: '9:00', to: '24:01' }]),
      'Write times as HH:MM, from 00:00 to 24:00.',
    ],
    [
      'with five intervals a day',
      withMonday(
        [1, 3, 5, 7, 9].map((hour) => ({ from: timeOf(hour * 60), to: timeOf(hour * 60 + 60) })),
      ),
      'A day has at most 4 intervals.',
    ],
    [
      'without a weekday',
      { holidays: [], week: CLOSED },
      'Give each of the seven weekdays its intervals.',
    ],
    [
      'with a holiday that is no date',
      { ...FIRST_CALENDAR, holidays: ['2026-02-30'] },
      '2026-02-30 is no date.',
    ],
    [
      'with a holiday twice',
      { ...FIRST_CALENDAR, holidays: ['2026-01-26', '2026-01-26'] },
      'The holidays must be in their order, each once.',
    ],
    [
      'with more than 100 holidays',
      {
        ...FIRST_CALENDAR,
        holidays: Array.from({ length: 101 }, (_, day) =>
          new Date(FIRST_DAY + day * 24 * HOUR_MS).toISOString().slice(0, 10),
        ),
      },
      'The calendar has at most 100 holidays. Remove those that are over.',
    ],
  ])('is refused %s', (_, calendar, sentence) => {
    const read = v.safeParse(WorkCalendarSchema, calendar)
    expect(read.issues?.[0].message).toBe(sentence)
  })
})
