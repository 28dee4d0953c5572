import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sortKeyOf } from '#src/domain/query/sort-key.ts'

test.each([
  [
    'numbers in texts by value',
    ['Flat 10', 'Flat 9', 'flat 009'],
    ['Flat 9', 'flat 009', 'Flat 10'],
  ],
  ['texts without regard to case', ['pune', 'Mumbai', 'Nashik'], ['Mumbai', 'Nashik', 'pune']],
  [
    'letters with accents beside those without',
    ['Zoo', 'Éclair', 'Eclat'],
    ['Éclair', 'Eclat', 'Zoo'],
  ],
])('sorts %s', (_what, texts, sorted) => {
  const keyed = texts.map((text) => [sortKeyOf(text) ?? '', text] as const)
  keyed.sort(([one], [other]) => (one < other ? -1 : Number(one > other)))
  expect(keyed.map(([, text]) => text)).toEqual(sorted)
})

test.each([
  ['\u0958\u093f\u0932\u093e', '\u0915\u093c\u093f\u0932\u093e'],
  ['  Villa ', 'villa'],
  ['\uff18 BHK', '8 bhk'],
])('%j and %j have the same key', (one, other) => {
  expect(sortKeyOf(one)).toBe(sortKeyOf(other))
})

test('a key of any text is text for a database, short enough for an index, and missing for a blank one', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
      const key = sortKeyOf(text)
      expect(Buffer.from(key ?? '').toString()).toBe(key ?? '')
      expect(Buffer.byteLength(key ?? '')).toBeLessThanOrEqual(800)
    }),
  )
  expect([sortKeyOf(null), sortKeyOf(' \u00a0')]).toEqual([null, null])
})
