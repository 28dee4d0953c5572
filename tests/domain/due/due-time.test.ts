import { describe, expect, test } from 'vitest'
import { dueLabel, dueStateOf } from '#src/domain/due/due-state.ts'
import { dueTimesOf, explainDue } from '#src/domain/due/due-time.ts'
import { FIRST_CALENDAR, workTimesOf } from '#src/domain/due/work-calendar.ts'

const at = (text: string) => new Date(`${text}+05:30`).toISOString()
const msOf = (text: string) => Date.parse(at(text))

/** Arrived on Friday at 16:00. */
const SINCE = at('2026-11-27T16:00')
const FRIDAY = { ...dueTimesOf(workTimesOf(FIRST_CALENDAR), SINCE, 8), status: 'pending' } as const

test('a listing is due soon in the last quarter of its working time', () => {
  expect(FRIDAY).toMatchObject({
    dueSoonAt: at('2026-11-28T14:00'),
    dueAt: at('2026-11-28T16:00'),
  })
})

describe('the words of a due time', () => {
  test.each([
    ['2026-11-28T13:59:59.999', 'on-time', 'On time'],
    ['2026-11-28T14:00', 'due-soon', 'Due soon'],
    ['2026-11-28T15:59:59.999', 'due-soon', 'Due soon'],
    ['2026-11-28T16:00', 'overdue', 'Overdue'],
    ['2026-11-28T16:59', 'overdue', 'Overdue'],
    ['2026-11-28T17:00', 'overdue', 'Overdue 1 h'],
    ['2026-11-28T19:30', 'overdue', 'Overdue 3 h'],
    ['2026-12-01T16:00', 'overdue', 'Overdue 3 d'],
  ])('at %s', (now, state, words) => {
    expect(dueStateOf(FRIDAY, msOf(now))).toBe(state)
    expect(dueLabel(FRIDAY, msOf(now))).toBe(words)
  })

  test('are none for a decided listing, and for one without a due time', () => {
    expect(dueLabel({ ...FRIDAY, status: 'approved' }, 0)).toBeNull()
    expect(dueLabel({ status: 'pending', dueSoonAt: null, dueAt: null }, 0)).toBeNull()
    // A copy of an earlier build.
    expect(dueLabel({ status: 'pending' } as never, 0)).toBeNull()
  })
})

describe('a due time explains itself in one sentence', () => {
  const explain = (since: string, hours: number, holidays: string[] = []) => {
    const calendar = { ...FIRST_CALENDAR, holidays }
    const { dueAt } = dueTimesOf(workTimesOf(calendar), at(since), hours)
    return explainDue(
      { waitsSince: at(since), dueAt },
      { calendar, hours },
      msOf('2026-11-28T12:00'),
    )
  }

  test.each([
    [
      'without closed days',
      explain('2026-11-27T16:00', 1),
      'Arrived in the queue on Fri 27 Nov, 16:00, and 1 working hour later is Fri 27 Nov, 17:00.',
    ],
    [
      'with a Sunday',
      explain('2026-11-28T16:00', 8),
      'Arrived in the queue on Sat 28 Nov, 16:00, and 8 working hours later is Mon 30 Nov, 16:00; the desk is closed on Sun 29 Nov.',
    ],
    [
      'with holidays',
      explain('2026-11-27T16:00', 8, ['2026-11-28', '2026-11-30']),
      'Arrived in the queue on Fri 27 Nov, 16:00, and 8 working hours later is Tue 01 Dec, 16:00; the desk is closed on Sat 28 Nov, Sun 29 Nov and Mon 30 Nov.',
    ],
    [
      'with many closed days',
      explain('2026-12-28T16:00', 8, [
        '2026-12-29',
        '2026-12-30',
        '2026-12-31',
        '2027-01-01',
        '2027-01-02',
      ]),
      'Arrived in the queue on Mon 28 Dec, 16:00, and 8 working hours later is Mon 04 Jan 2027, 16:00; the desk is closed on 6 days in between.',
    ],
  ])('%s', (_, said, sentence) => {
    expect(said).toBe(sentence)
  })

  test('or not at all without a due time', () => {
    const none = { waitsSince: null, dueAt: null }
    expect(explainDue(none, { calendar: FIRST_CALENDAR, hours: 8 }, 0)).toBeNull()
  })
})
