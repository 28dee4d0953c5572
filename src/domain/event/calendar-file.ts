import { kindLabel } from './event-payload.ts'
import type { MarketEvent } from './market-event.ts'

// Writes events as an iCalendar file (RFC 5545), which calendar apps can import.

const LINE_OCTETS = 75 // RFC 5545, section 3.1, without the line break
const LINE_BREAK = '\r\n'
const PRODUCT = '-//Property Marketplace//Events//EN'
const MAX_NAME_CHARS = 60 // with 4 bytes each and '.ics', within the 255 bytes that file systems allow

/** The text of an .ics file. Events without a readable start are left out, because a calendar cannot show them. */
export function makeCalendarFile(events: readonly MarketEvent[], now: Date): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:${PRODUCT}`,
    'CALSCALE:GREGORIAN',
    ...events.flatMap((event) => eventLines(event, now)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${foldLine(line)}${LINE_BREAK}`).join('')
}

export function hasCalendarTime({ startsAt }: Pick<MarketEvent, 'startsAt'>): boolean {
  return formatUtc(startsAt) !== null
}

/** 'sea-view-open-house.ics': letters and digits of any script remain; other characters become dashes. */
export function calendarFileName(title: string | null): string {
  const words = (title ?? '').toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const name = [...words.join('-')].slice(0, MAX_NAME_CHARS).join('').replace(/-$/, '')
  return `${name || 'event'}.ics`
}

function eventLines(event: MarketEvent, now: Date): string[] {
  const start = formatUtc(event.startsAt)
  if (!start) return []
  const end = formatUtc(event.endsAt)
  const kind = kindLabel(event.kind)
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(event.id)}`,
    `DTSTAMP:${formatUtc(now)}`,
    `DTSTART:${start}`,
    // An end has to be later than the start (RFC 5545, section 3.8.2.2).
    ...(end && end > start ? [`DTEND:${end}`] : []),
    `SEQUENCE:${Math.max(0, Math.trunc(event.version ?? 0))}`,
    ...textLine('SUMMARY', event.title),
    ...textLine('LOCATION', event.place),
    ...textLine('DESCRIPTION', event.note),
    ...textLine('CATEGORIES', kind),
    'END:VEVENT',
  ]
}

function textLine(name: string, text: string | null): string[] {
  return text?.trim() ? [`${name}:${escapeText(text)}`] : []
}

/** '20251122T043000Z'; null for an invalid time, or a year that needs more than four digits. */
function formatUtc(time: string | Date | null): string | null {
  const date = new Date(time ?? Number.NaN)
  if (Number.isNaN(date.getTime())) return null
  const text = date.toISOString()
  return /^\d{4}-/.test(text) ? `${text.slice(0, 19).replace(/[-:]/g, '')}Z` : null
}

/** Escapes separators and line breaks (RFC 5545, section 3.3.11). Removes control characters except the tab. */
function escapeText(text: string): string {
  return text
    .replace(/[\\;,]/g, (mark) => `\\${mark}`)
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(/(?!\t)\p{Cc}/gu, '')
}

/** Folds a long line (RFC 5545, section 3.1): inserts a line break and a space, never within a character. */
function foldLine(line: string): string {
  let folded = ''
  let octets = 0
  for (const character of line) {
    const size = countOctets(character)
    if (octets + size > LINE_OCTETS) {
      folded += `${LINE_BREAK} `
      octets = 1 // the leading space counts
    }
    folded += character
    octets += size
  }
  return folded
}

/** The length of a character in UTF-8. */
function countOctets(character: string): number {
  const point = character.codePointAt(0) ?? 0
  if (point < 0x80) return 1
  if (point < 0x800) return 2
  return point < 0x10000 ? 3 : 4
}
