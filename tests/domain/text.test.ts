import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { EventPayloadSchema } from '#src/domain/event/event-payload.ts'
import { ImportItemSchema } from '#src/domain/import/import-item.ts'
import { GivenReasonSchema } from '#src/domain/listing/reason-schemas.ts'
import { PostingDraftSchema } from '#src/domain/posting/posting-draft.ts'
import { TextSchema } from '#src/domain/text.ts'

const clean = (text: string) => v.parse(TextSchema('Enter text.', 5_000), text)

test.each([
  ['\u202eRent 000,01\u202c', 'Rent 000,01'],
  ['\u2066a\u2069 \u200eb\u200f \u061cc', 'a b c'],
  ['bell\u0007, escape\u001b[31m, delete\u007f', 'bell, escape[31m, delete'],
  ['zero\u200bwidth\u2060space\ufeff and soft\u00adhyphen', 'zerowidthspace and softhyphen'],
  [
    'one\r\ntwo\rthree\u2028four\u2029five\u0085six\vseven',
    'one\ntwo\nthree\nfour\nfive\nsix\nseven',
  ],
  ['a\tb\n\nc', 'a\tb\n\nc'],
  ['half an emoji \ud83d!', 'half an emoji !'],
  ['a \u200d b \u200c\u200d', 'a  b '],
  ['tags \u{e0067}\u{e007f}', 'tags '],
])('%j is stored as %j', (typed, stored) => {
  expect(clean(typed)).toBe(stored)
})

test.each([
  'क्\u200dष and क्\u200cष', // half forms of Devanagari
  'മല\u200dയാളം', // chillu of Malayalam
  'می\u200cخواهم', // Persian
  '👨\u200d👩\u200d👧 👩🏽\u200d💻 ❤\ufe0f 🏳\ufe0f\u200d🌈 9\ufe0f\u20e3',
  '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} 🇮🇳',
  'Two balconies, ₹32,000 – “covered” parking\u00a0½ … ñ é',
  'தமிழ் বাংলা ગુજરાતી اردو',
])('%j stays as it was typed', (text) => {
  expect(clean(text)).toBe(text)
})

test('only characters without a shape are left out, and cleaning twice changes nothing more', () => {
  const visible = (text: string) =>
    [...text].filter((char) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(char)).join('')
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      const once = clean(text)
      const seen = (all: string) => visible(all).replace(/\p{Default_Ignorable_Code_Point}/gu, '')
      expect(seen(once)).toBe(seen(text))
      expect(clean(once)).toBe(once)
      expect(once).not.toMatch(/[^\P{Cc}\t\n]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u)
    }),
  )
})

describe('texts of several lines', () => {
  const typed = '\u202eTwo\u0007 balconies\u202c'
  test.each<[string, v.GenericSchema<unknown, object>, object, string]>([
    ['the description of a draft', PostingDraftSchema, { description: typed }, 'description'],
    [
      'the description of an imported listing',
      ImportItemSchema,
      { reference: 'a', description: typed },
      'description',
    ],
    ['the note of an event', EventPayloadSchema, { note: typed }, 'note'],
    [
      'the note of a rejection',
      GivenReasonSchema,
      { changeKey: 'key-0123456789abcdef', code: 'other', changesNeeded: false, note: typed },
      'note',
    ],
  ])('%s has no control and direction characters', (_, schema, body, field) => {
    expect(v.parse(schema, body)).toMatchObject({ [field]: 'Two balconies' })
  })
})
