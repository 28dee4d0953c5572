import { indianDay, startOfIndianDay } from '#src/domain/dates.ts'

// The hours in which the team reviews, in Indian time. Asia/Kolkata has no daylight saving time (IANA time zone
// database), so each day has 24 hours.

/** In the order of `Date.getDay`. */
export const WEEKDAYS = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** From 'HH:MM' to before 'HH:MM'; '24:00' is the end of the day. */
export interface WorkInterval {
  from: string
  to: string
}

export interface WorkCalendar {
  /** The intervals of each weekday in their order. They do not overlap. */
  week: Readonly<Record<Weekday, readonly WorkInterval[]>>
  /** Days without working time, as 'yyyy-mm-dd'. */
  holidays: readonly string[]
}

/** Working hours in which a submission should be decided, of a new installation. */
export const FIRST_DUE_HOURS = 8

/** Of a new installation: eight hours from Monday to Saturday. */
export const FIRST_CALENDAR: WorkCalendar = {
  week: {
    sunday: [],
    monday: [{ from: '10:00', to: '18:00' }],
    tuesday: [{ from: '10:00', to: '18:00' }],
    wednesday: [{ from: '10:00', to: '18:00' }],
    thursday: [{ from: '10:00', to: '18:00' }],
    friday: [{ from: '10:00', to: '18:00' }],
    saturday: [{ from: '10:00', to: '18:00' }],
  },
  holidays: [],
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const THURSDAY = 4 // the weekday of 1 January 1970

/** A calendar, prepared for computing many times. */
export interface WorkTimes {
  /** By weekday, the intervals in milliseconds since the day began. */
  week: readonly (readonly (readonly [fromMs: number, toMs: number])[])[]
  /** Days since 1 January 1970. */
  holidays: ReadonlySet<number>
}

export function workTimesOf({ week, holidays }: WorkCalendar): WorkTimes {
  return {
    week: WEEKDAYS.map((day) =>
      week[day].map(
        ({ from, to }) => [minuteOf(from) * MINUTE_MS, minuteOf(to) * MINUTE_MS] as const,
      ),
    ),
    holidays: new Set(holidays.map((date) => Date.parse(`${date}T00:00Z`) / DAY_MS)),
  }
}

/** The minute of the day at 'HH:MM'. */
export function minuteOf(time: string): number {
  const [hours, minutes] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}

/** The working minutes of a week without holidays. */
export function minutesOfWeek({ week }: Pick<WorkCalendar, 'week'>): number {
  return WEEKDAYS.flatMap((day) => week[day]).reduce(
    (sum, { from, to }) => sum + minuteOf(to) - minuteOf(from),
    0,
  )
}

/**
 * The first moment before which so much working time lies since `startMs`. All times are epoch milliseconds.
 * @throws RangeError for a calendar without working time, which would have no such moment
 */
export function addWorkingTime(times: WorkTimes, startMs: number, workMs: number): number {
  if (times.week.every((intervals) => intervals.length === 0))
    throw new RangeError('a calendar without working time')
  let leftMs = workMs
  for (let day = indianDay(startMs); ; day += 1) {
    const beganMs = startOfDayMs(day)
    for (const [fromMs, toMs] of intervalsOn(times, day)) {
      const beginMs = Math.max(beganMs + fromMs, startMs)
      const openMs = beganMs + toMs - beginMs
      if (openMs <= 0) continue
      if (leftMs <= openMs) return beginMs + leftMs
      leftMs -= openMs
    }
  }
}

/** The working time between two moments; 0 if the second is not later. All times are epoch milliseconds. */
export function workingTimeBetween(times: WorkTimes, fromMs: number, toMs: number): number {
  let workMs = 0
  for (let day = indianDay(fromMs); day <= indianDay(toMs); day += 1) {
    const beganMs = startOfDayMs(day)
    for (const [openMs, closeMs] of intervalsOn(times, day))
      workMs += Math.max(0, Math.min(beganMs + closeMs, toMs) - Math.max(beganMs + openMs, fromMs))
  }
  return workMs
}

/** The days without working time after the day of one moment and before the day of another, each as its beginning. */
export function listClosedDays(times: WorkTimes, fromMs: number, toMs: number): number[] {
  const closed: number[] = []
  for (let day = indianDay(fromMs) + 1; day < indianDay(toMs); day += 1)
    if (intervalsOn(times, day).length === 0) closed.push(startOfDayMs(day))
  return closed
}

function intervalsOn({ week, holidays }: WorkTimes, day: number) {
  return holidays.has(day) ? [] : (week[(day + THURSDAY) % WEEKDAYS.length] ?? [])
}

const EPOCH_DAY_MS = Date.parse(startOfIndianDay(0))

function startOfDayMs(day: number): number {
  return EPOCH_DAY_MS + day * DAY_MS
}
