import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calendarFileName, hasCalendarTime, makeCalendarFile } from '#src/domain/calendar-file.ts'
import type { MarketEvent } from '#src/domain/market-event.ts'

const NOW = new Date('2025-11-20T06:30:15.400Z')

function eventOf(overrides: Partial<MarketEvent> = {}): MarketEvent {
  return {
    id: 'e1',
    version: 3,
    title: 'Sea-view open house',
    kind: 'open-house',
    startsAt: '2025-11-22T04:30:00.000Z',
    endsAt: '2025-11-22T05:30:00.000Z',
    place: 'Bandra West',
    note: 'Bring the keys',
    ...overrides,
  }
}

/** What a calendar reads: folded lines put together again (RFC 5545, section 3.1). */
function readLines(file: string): string[] {
  return file.replaceAll('\r\n ', '').split('\r\n').slice(0, -1)
}

function readValue(file: string, name: string): string | undefined {
  return readLines(file)
    .find((line) => line.startsWith(`${name}:`))
    ?.slice(name.length + 1)
}

/** RFC 5545, section 3.3.11, the other way round. */
function unescapeText(text: string): string {
  return text.replace(/\\(.)/g, (_whole, mark: string) => (mark === 'n' ? '\n' : mark))
}

test('an event is written line by line, in UTC, with the breaks of the standard', () => {
  expect(makeCalendarFile([eventOf()], NOW)).toBe(
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Property Marketplace//Events//EN',
      'CALSCALE:GREGORIAN',
      'BEGIN:VEVENT',
      'UID:e1',
      'DTSTAMP:20251120T063015Z',
      'DTSTART:20251122T043000Z',
      'DTEND:20251122T053000Z',
      'SEQUENCE:3',
      'SUMMARY:Sea-view open house',
      'LOCATION:Bandra West',
      'DESCRIPTION:Bring the keys',
      'CATEGORIES:Open house',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  )
})

test('what is not said has no line, and an unknown version is the first', () => {
  const bare = eventOf({
    version: null,
    title: ' ',
    kind: null,
    endsAt: null,
    place: null,
    note: null,
  })
  const names = readLines(makeCalendarFile([bare], NOW)).map((line) => line.split(':')[0])
  expect(names.slice(4, -1)).toEqual(['BEGIN', 'UID', 'DTSTAMP', 'DTSTART', 'SEQUENCE', 'END'])
  expect(readValue(makeCalendarFile([bare], NOW), 'SEQUENCE')).toBe('0')
})

test('a time with an offset is written in UTC', () => {
  const file = makeCalendarFile([eventOf({ startsAt: '2025-11-22T10:00:00+05:30' })], NOW)
  expect(readValue(file, 'DTSTART')).toBe('20251122T043000Z')
})

test.each(['2025-11-22T04:30:00.000Z', '2025-11-22T04:00:00.000Z', 'soon'])(
  'an end that is not after the start is left out: %s',
  (endsAt) => {
    expect(readValue(makeCalendarFile([eventOf({ endsAt })], NOW), 'DTEND')).toBeUndefined()
  },
)

test.each([null, 'soon', '+012025-11-22T04:30:00.000Z'])(
  'an event that starts at %s has no place in a calendar',
  (startsAt) => {
    expect(hasCalendarTime({ startsAt })).toBe(false)
    expect(makeCalendarFile([eventOf({ startsAt })], NOW)).not.toContain('VEVENT')
  },
)

describe('text', () => {
  test('has its separators and line breaks escaped, and no control character', () => {
    const note = 'Gate 2, left; C:\\plans\r\nthen up\rand\nin\u0007\tthere\u0085'
    expect(readValue(makeCalendarFile([eventOf({ note })], NOW), 'DESCRIPTION')).toBe(
      'Gate 2\\, left\\; C:\\\\plans\\nthen up\\nand\\nin\tthere',
    )
  })

  test('cannot end its line and begin another', () => {
    const file = makeCalendarFile([eventOf({ title: 'a\r\nDTSTART:20000101T000000Z' })], NOW)
    expect(readLines(file).filter((line) => line.startsWith('DTSTART'))).toHaveLength(1)
  })

  test('of 75 octets stays on one line, of 76 goes on after a break and a space', () => {
    const room = 75 - 'SUMMARY:'.length
    const lines = (title: string) =>
      makeCalendarFile([eventOf({ title })], NOW)
        .split('\r\n')
        .slice(10, 12)
    expect(lines('x'.repeat(room))[1]).toBe('LOCATION:Bandra West')
    expect(lines('x'.repeat(room + 1))).toEqual([`SUMMARY:${'x'.repeat(room)}`, ' x'])
  })

  test('is read back as it was written, in lines of at most 75 octets with no character cut', () => {
    const anyText = fc.string({ unit: 'grapheme', maxLength: 400 })
    fc.assert(
      fc.property(anyText, anyText, (title, note) => {
        const file = makeCalendarFile([eventOf({ title, note })], NOW)
        for (const line of file.split('\r\n')) {
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
          expect(line).not.toMatch(/\p{Surrogate}/u) // half a character
        }
        for (const [name, text] of [
          ['SUMMARY', title],
          ['DESCRIPTION', note],
        ] as const) {
          const written = readValue(file, name)
          const wanted = text.replace(/\r\n|\r/g, '\n').replace(/(?![\t\n])\p{Cc}/gu, '')
          if (text.trim()) expect(unescapeText(written ?? '')).toBe(wanted)
          else expect(written).toBeUndefined()
        }
      }),
    )
  })
})

test('an id of any kind stays one line of the file', () => {
  const file = makeCalendarFile([eventOf({ id: 'a;b\nc' })], NOW)
  expect(readValue(file, 'UID')).toBe('a\\;b\\nc')
})

test.each([
  ['Sea-view: Open House!', 'sea-view-open-house.ics'],
  ['../../etc/passwd', 'etc-passwd.ics'],
  ['खुला घर', 'खुला-घर.ics'],
  ['***', 'event.ics'],
  [null, 'event.ics'],
  ['a'.repeat(200), `${'a'.repeat(60)}.ics`],
])('the file of %s is called %s', (title, name) => {
  expect(calendarFileName(title)).toBe(name)
})
