import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  calendarFileName,
  hasCalendarTime,
  makeCalendarFile,
} from '#src/domain/event/calendar-file.ts'
import type { MarketEvent } from '#src/domain/event/market-event.ts'
import { sampleEvent } from '#tests/support/outbox/sample-change.ts'

const NOW = new Date('2025-11-20T06:30:15.400Z')

const fileOf = (changes: Partial<MarketEvent> = {}) =>
  makeCalendarFile([sampleEvent({ version: 3, note: 'Bring the keys', ...changes })], NOW)

/** Unfolds lines as a calendar does (RFC 5545, section 3.1). */
function readLines(file: string): string[] {
  return file.replaceAll('\r\n ', '').split('\r\n').slice(0, -1)
}

function readValue(file: string, name: string): string | undefined {
  return readLines(file)
    .find((line) => line.startsWith(`${name}:`))
    ?.slice(name.length + 1)
}

/** Reverses the escaping of RFC 5545, section 3.3.11. */
function unescapeText(text: string): string {
  return text.replace(/\\(.)/g, (_whole, mark: string) => (mark === 'n' ? '\n' : mark))
}

test('the calendar file has one line per field of an event, with times in UTC and CRLF line breaks', () => {
  expect(fileOf()).toBe(
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Property Marketplace//Events//EN',
      'CALSCALE:GREGORIAN',
      'BEGIN:VEVENT',
      'UID:event-1',
      'DTSTAMP:20251120T063015Z',
      'DTSTART:20260704T043000Z',
      'DTEND:20260704T063000Z',
      'SEQUENCE:3',
      'SUMMARY:Open house in Baner',
      'LOCATION:Baner Road\\, Pune',
      'DESCRIPTION:Bring the keys',
      'CATEGORIES:Open house',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  )
})

test('the calendar file omits missing fields, and gives an event without a version the sequence number 0', () => {
  const nothing = { version: null, kind: null, endsAt: null, place: null, note: null }
  const bare = fileOf({ ...nothing, title: ' ' })
  const names = readLines(bare).map((line) => line.split(':')[0])
  expect(names.slice(4, -1)).toEqual(['BEGIN', 'UID', 'DTSTAMP', 'DTSTART', 'SEQUENCE', 'END'])
  expect(readValue(bare, 'SEQUENCE')).toBe('0')
})

test('a time with an offset is written in UTC', () => {
  const file = fileOf({ startsAt: '2025-11-22T10:00:00+05:30' })
  expect(readValue(file, 'DTSTART')).toBe('20251122T043000Z')
})

test.each(['2026-07-04T04:30:00.000Z', '2026-07-04T04:00:00.000Z', 'soon'])(
  'the calendar file omits the end %s, because it is not a time after the start',
  (endsAt) => {
    expect(readValue(fileOf({ endsAt }), 'DTEND')).toBeUndefined()
  },
)

test.each([null, 'soon', '+012025-11-22T04:30:00.000Z'])(
  'the calendar file omits an event whose start is %s',
  (startsAt) => {
    expect(hasCalendarTime({ startsAt })).toBe(false)
    expect(fileOf({ startsAt })).not.toContain('VEVENT')
  },
)

describe('the text of an event', () => {
  test('has its separators and line breaks escaped, and its control characters removed', () => {
    const note = 'Gate 2, left; C:\\plans\r\nthen up\rand\nin\u0007\tthere\u0085'
    expect(readValue(fileOf({ note }), 'DESCRIPTION')).toBe(
      'Gate 2\\, left\\; C:\\\\plans\\nthen up\\nand\\nin\tthere',
    )
  })

  test('cannot start a new line of the calendar file', () => {
    const file = fileOf({ title: 'a\r\nDTSTART:20000101T000000Z' })
    expect(readLines(file).filter((line) => line.startsWith('DTSTART'))).toHaveLength(1)
  })

  test('is folded if its line has more than 75 octets', () => {
    const room = 75 - 'SUMMARY:'.length
    const lines = (title: string) => fileOf({ title }).split('\r\n').slice(10, 12)
    expect(lines('x'.repeat(room))[1]).toBe('LOCATION:Baner Road\\, Pune')
    expect(lines('x'.repeat(room + 1))).toEqual([`SUMMARY:${'x'.repeat(room)}`, ' x'])
  })

  test('is the same after folding and unfolding, and no fold splits a character', () => {
    const anyText = fc.string({ unit: 'grapheme', maxLength: 400 })
    fc.assert(
      fc.property(anyText, anyText, (title, note) => {
        const file = fileOf({ title, note })
        for (const line of file.split('\r\n')) {
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
          expect(line).not.toMatch(/\p{Surrogate}/u) // half of a split character
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

test('an id with a line break is written on a single line', () => {
  const file = fileOf({ id: 'a;b\nc' })
  expect(readValue(file, 'UID')).toBe('a\\;b\\nc')
})

test.each([
  ['Sea-view: Open House!', 'sea-view-open-house.ics'],
  ['../../../etc/passwd', 'etc-passwd.ics'],
  ['खुला घर', 'खुला-घर.ics'],
  ['***', 'event.ics'],
  [null, 'event.ics'],
  ['a'.repeat(200), `${'a'.repeat(60)}.ics`],
])('the file of the event "%s" is named %s', (title, name) => {
  expect(calendarFileName(title)).toBe(name)
})
