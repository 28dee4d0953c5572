import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import {
  type EventFields,
  EventFormSchema,
  EventPayloadSchema,
  findPatch,
  isSameEvent,
  kindLabel,
  MarketEventSchema,
  readEventResult,
} from '#src/domain/market-event.ts'

const FIELDS: EventFields = {
  title: 'Sea-view open house',
  kind: 'open-house',
  startsAt: '2025-11-22T04:30:00.000Z',
  endsAt: '2025-11-22T05:30:00.000Z',
  place: 'Bandra West',
  note: 'Bring the keys',
}

function sentencesOf(fields: Partial<Record<keyof EventFields, unknown>>) {
  const read = v.safeParse(EventFormSchema, { ...FIELDS, ...fields })
  return read.success ? null : v.flatten<typeof EventFormSchema>(read.issues).nested
}

describe('the form', () => {
  test('takes an event, and one that says no more than title and start', () => {
    expect(sentencesOf({})).toBeNull()
    expect(sentencesOf({ kind: null, endsAt: null, place: null, note: null })).toBeNull()
  })

  test('trims and composes the title, and leaves the note as it was typed', () => {
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
    ['endsAt', '2025-11-22T04:29:59.000Z', 'The end is before the start.'],
    ['place', 'x'.repeat(201), 'Use at most 200 characters.'],
    ['note', 'x'.repeat(4_001), 'Use at most 4000 characters.'],
  ] as const)('says beside %s what is wrong with it', (name, value, sentence) => {
    const sentences = sentencesOf({ [name]: value })
    expect(Object.keys(sentences ?? {})).toEqual([name])
    expect(sentences?.[name]?.[0]).toBe(sentence)
  })

  test('says that the end is before the start beside a title that is missing too', () => {
    const sentences = sentencesOf({ title: '', endsAt: '2025-11-21T00:00:00.000Z' })
    expect(Object.keys(sentences ?? {}).sort()).toEqual(['endsAt', 'title'])
  })
})

describe('a payload', () => {
  test('may say anything, also what no screen of ours knows', () => {
    expect(v.parse(EventPayloadSchema, { colour: 'red' })).toEqual({ colour: 'red' })
    expect(v.safeParse(EventPayloadSchema, { endsAt: null, title: null }).success).toBe(true)
  })

  test('tells times in one way, whatever way they were told in', () => {
    const read = v.parse(EventPayloadSchema, {
      startsAt: '2025-11-22T10:00:00+05:30',
      endsAt: '2025-11-22T06:00:00Z',
    })
    expect(read).toEqual({
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
  ])('%j is none', (payload) => {
    expect(v.safeParse(EventPayloadSchema, payload).success).toBe(false)
  })
})

describe('an event of the wire', () => {
  test('needs an id and nothing else; what is not text is missing', () => {
    const nothing = {
      title: null,
      kind: null,
      startsAt: null,
      endsAt: null,
      place: null,
      note: null,
    }
    expect(v.parse(MarketEventSchema, { _id: 'e1', title: {} })).toEqual({
      ...nothing,
      id: 'e1',
      version: null,
    })
    expect(v.safeParse(MarketEventSchema, { title: 'Visit' }).success).toBe(false)
  })

  test('goes by _id where it has both, and keeps its version', () => {
    const { id, version } = v.parse(MarketEventSchema, { _id: 'e1', id: 7, version: 4 })
    expect([id, version]).toEqual(['e1', 4])
  })
})

describe('the answer to a change', () => {
  test.each([
    ['itself', { _id: 'e1', version: 2, title: 'Visit' }],
    ['in an envelope', { success: true, data: { _id: 'e1', version: 2, title: 'Visit' } }],
  ])('is read %s, and says only what it says', (_how, answer) => {
    expect(readEventResult(answer)).toEqual({ id: 'e1', version: 2, patch: { title: 'Visit' } })
  })

  test('need not name the event', () => {
    expect(readEventResult({ title: 'x' })).toEqual({
      id: null,
      version: null,
      patch: { title: 'x' },
    })
  })

  test('may take a field away', () => {
    expect(readEventResult({ _id: 'e1', note: null })?.patch).toEqual({ note: null })
  })
})

describe('a patch', () => {
  test('has the fields that differ, and null for one that went', () => {
    expect(findPatch(FIELDS, { ...FIELDS, title: 'Visit', note: null })).toEqual({
      title: 'Visit',
      note: null,
    })
    expect(findPatch(FIELDS, { ...FIELDS })).toEqual({})
  })

  test('put over the event makes the other one', () => {
    const after = { ...FIELDS, kind: null, place: 'Khar', endsAt: null }
    const patched = { ...FIELDS, ...findPatch(FIELDS, after) }
    expect([isSameEvent(patched, after), isSameEvent(FIELDS, after)]).toEqual([true, false])
  })
})

test("a kind has its word, and another client's own word is shown as it is", () => {
  expect([kindLabel('site-visit'), kindLabel('house-warming'), kindLabel(null)]).toEqual([
    'Site visit',
    'house-warming',
    null,
  ])
})
