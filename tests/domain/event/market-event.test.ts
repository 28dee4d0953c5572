import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { EventFormSchema, EventPayloadSchema, kindLabel } from '#src/domain/event/event-payload.ts'
import {
  type EventFields,
  findPatch,
  isSameEvent,
  MarketEventSchema,
  readEventResult,
} from '#src/domain/event/market-event.ts'
import { sampleFields } from '#tests/support/outbox/sample-change.ts'

const FIELDS = sampleFields({ note: 'Bring the keys' })

function sentencesOf(fields: Partial<Record<keyof EventFields, unknown>>) {
  const read = v.safeParse(EventFormSchema, { ...FIELDS, ...fields })
  return read.success ? null : v.flatten<typeof EventFormSchema>(read.issues).nested
}

describe('the form of an event', () => {
  test('accepts a complete event, and one with only title and start', () => {
    expect(sentencesOf({})).toBeNull()
    expect(sentencesOf({ kind: null, endsAt: null, place: null, note: null })).toBeNull()
  })

  test('trims and normalises the title, and preserves the note', () => {
    const read = v.parse(EventFormSchema, { ...FIELDS, title: '  Cafe\u0301 ', note: ' a\n b ' })
    expect([read.title, read.note]).toEqual(['Café', ' a\n b '])
  })

  test.each([
    ['title', '   ', 'Give the event a title.'],
    ['title', 'x'.repeat(121), 'Use at most 120 characters.'],
    ['title', 'two\nlines', 'Leave out line breaks and characters that cannot be seen.'],
    ['title', '\u200b', 'Give the event a title.'],
    ['title', 'a\u202eb', 'Leave out line breaks and characters that cannot be seen.'],
    ['startsAt', '2025-02-30T10:00:00.000Z', 'Enter a date and a time.'],
    ['startsAt', '', 'Enter a date and a time.'],
    ['startsAt', '2025-11-22', 'Enter a date and a time.'],
    ['endsAt', 'later', 'Enter a date and a time.'],
    ['endsAt', '2026-07-04T04:29:59.000Z', 'The end is before the start.'],
    ['place', 'x'.repeat(201), 'Use at most 200 characters.'],
    ['note', 'x'.repeat(4_001), 'Use at most 4,000 characters.'],
  ] as const)('reports a wrong %s at that field', (name, value, sentence) => {
    const sentences = sentencesOf({ [name]: value })
    expect(Object.keys(sentences ?? {})).toEqual([name])
    expect(sentences?.[name]?.[0]).toBe(sentence)
  })

  test('reports an end before the start even while the title is missing', () => {
    const sentences = sentencesOf({ title: '', endsAt: '2026-07-03T00:00:00.000Z' })
    expect(Object.keys(sentences ?? {}).sort()).toEqual(['endsAt', 'title'])
  })
})

describe('the payload of an event', () => {
  test('may have any fields, also unknown ones', () => {
    expect(v.parse(EventPayloadSchema, { colour: 'red' })).toEqual({ colour: 'red' })
    expect(v.safeParse(EventPayloadSchema, { endsAt: null, title: null }).success).toBe(true)
  })

  test('has its times normalised to UTC', () => {
    const times = { startsAt: '2025-11-22T10:00:00+05:30', endsAt: '2025-11-22T06:00:00Z' }
    expect(v.parse(EventPayloadSchema, times)).toEqual({
      startsAt: '2025-11-22T04:30:00.000Z',
      endsAt: '2025-11-22T06:00:00.000Z',
    })
  })

  test.each([
    [{ title: 4 }],
    [{ startsAt: 'tomorrow' }],
    [{ startsAt: '2025-11-22T04:30:00Z', endsAt: '2025-11-21T04:30:00Z' }],
    ['text'],
    [null],
  ])('must not be %j', (payload) => {
    expect(v.safeParse(EventPayloadSchema, payload).success).toBe(false)
  })
})

describe('an event from the server', () => {
  test('needs only an id, and a value that is not text becomes null', () => {
    const { id, ...others } = v.parse(MarketEventSchema, { _id: 'e1', title: {} })
    expect(id).toBe('e1')
    expect(Object.keys(others).sort()).toEqual([...Object.keys(FIELDS), 'version'].sort())
    expect(new Set(Object.values(others))).toEqual(new Set([null]))
    expect(v.safeParse(MarketEventSchema, { title: 'Visit' }).success).toBe(false)
  })

  test('gets its id from _id rather than id, and retains its version', () => {
    const { id, version } = v.parse(MarketEventSchema, { _id: 'e1', id: 7, version: 4 })
    expect([id, version]).toEqual(['e1', 4])
  })
})

describe('the answer to an event change', () => {
  test('is parsed with and without an envelope, and changes only the fields that it contains', () => {
    const event = { _id: 'e1', version: 2, title: 'Visit' }
    const result = { id: 'e1', version: 2, patch: { title: 'Visit' } }
    expect(readEventResult(event)).toEqual(result)
    expect(readEventResult({ success: true, data: event })).toEqual(result)
  })

  test("may omit the event's id", () => {
    const patch = { title: 'x' }
    expect(readEventResult(patch)).toEqual({ id: null, version: null, patch })
  })

  test('removes a field whose value is null', () => {
    expect(readEventResult({ _id: 'e1', note: null })?.patch).toEqual({ note: null })
  })
})

describe('the patch of an edited event', () => {
  test('has the changed fields, with null for a removed value', () => {
    const patch = { title: 'Visit', note: null }
    expect(findPatch(FIELDS, { ...FIELDS, ...patch })).toEqual(patch)
    expect(findPatch(FIELDS, { ...FIELDS })).toEqual({})
  })

  test('applied to the event gives the new event', () => {
    const after = { ...FIELDS, kind: null, place: 'Khar', endsAt: null }
    const patched = { ...FIELDS, ...findPatch(FIELDS, after) }
    expect([isSameEvent(patched, after), isSameEvent(FIELDS, after)]).toEqual([true, false])
  })
})

test('a known kind of event has a label, and an unknown kind is shown as it is', () => {
  const labels = ['site-visit', 'house-warming', null].map(kindLabel)
  expect(labels).toEqual(['Site visit', 'house-warming', null])
})
