import { describe, expect, test } from 'vitest'
import { findMonthFirst, readDay, readMoment } from '#src/domain/import/date-reading.ts'
import { TIME_ZONES, useTimeZone } from '#tests/support/time-zones.ts'

describe.each([['UTC', 0] as const, ...TIME_ZONES])('in the time zone %s,', (zone, minutes) => {
  useTimeZone(zone, minutes)

  test.each([
    '2026-11-04',
    '2026/11/04',
    '2026-11-4',
    '04/11/2026',
    '4-11-2026',
    '4.11.2026',
    '04-11-2026 00:00',
    '2026-11-04T00:00',
    '2026-11-04 12:00 AM',
    '2026-11-04T00:00:00.000Z',
    '2026-11-04T00:00:00+05:30',
    '04-Nov-26',
    '4-Nov-2026',
    '4 November 2026',
    '4th Nov 2026',
    'Nov 4, 2026',
    'November 4 2026',
    '04 nov 2026',
    '०४/११/२०२६',
    '\u200e04/11/2026',
  ])('"%s" is 4 November 2026', (text) => {
    expect(readDay(text)).toBe('2026-11-04')
  })

  test.each([
    '04/11/26',
    '11/04/26',
    '26/11/04',
    '11/25/2026',
    '31/02/2026',
    '2026-02-30',
    '31-Feb-2026',
    '29 Feb 2027',
    '00/11/2026',
    '04/13/2026',
    'Nov 2026',
    '4-Nov',
    '46330',
    '20261104',
    '04-11/2026',
    '04-Novembre-2026',
    '2026-11-04 18:30',
    '2026-11-03T20:00:00Z', // already the next day in India
    'Immediately',
    'Ready to move',
    'July',
  ])('"%s" is no day with one meaning', (text) => {
    expect(readDay(text)).toBeUndefined()
  })

  test.each([
    ['2026-11-04T18:30', '18:30:00'],
    ['2026-11-04 18:30:15', '18:30:15'],
    ['04-11-2026 18:30', '18:30:00'],
    ['04-Nov-26 6:30 PM', '18:30:00'],
    ['4 Nov 2026, 06:30pm', '18:30:00'],
    ['4 Nov 2026 12:05 AM', '00:05:00'],
  ])('"%s" is a moment of India', (text, time) => {
    expect(readMoment(text)).toBe(`2026-11-04T${time}+05:30`)
  })

  test('a moment with a zone stays the same moment', () => {
    expect(readMoment('2026-11-04T18:30:00Z')).toBe('2026-11-04T18:30:00Z')
    expect(readMoment('2026-11-04 18:30+05:30')).toBe('2026-11-04T18:30+05:30')
  })

  test.each([
    '2026-11-04',
    '18:30',
    '25:30',
    '2026-11-04 24:00',
    '2026-11-04 18:60',
    '2026-11-04 13:30 PM',
    '2026-11-04 18',
    '04/11/26 18:30',
  ])('"%s" is no moment', (text) => {
    expect(readMoment(text)).toBeUndefined()
  })

  test('a column that begins with the month in one cell is not read as days first in another', () => {
    expect(findMonthFirst('11/25/2026')).toBe('/')
    expect(findMonthFirst('25/11/2026')).toBeNull()
    const monthFirst = new Set(['/'])
    expect(readDay('05/06/2027', monthFirst)).toBeUndefined()
    expect(readDay('25/06/2027', monthFirst)).toBe('2027-06-25')
    expect(readDay('06/06/2027', monthFirst)).toBe('2027-06-06')
    expect(readDay('05-06-2027', monthFirst)).toBe('2027-06-05')
  })
})
