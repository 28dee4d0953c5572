import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { RejectionReasonSchema } from '#src/domain/listing/reason-schemas.ts'
import {
  asksForChanges,
  type DescribedListing,
  fillSentence,
  findWrongVariable,
} from '#src/domain/listing/reason-sentence.ts'

const VILLA: DescribedListing = {
  name: 'Garden villa',
  city: 'Pune',
  price: 18_500_000,
  rent: null,
  startingBid: null,
}
const fill = (sentence: string, listing: Partial<DescribedListing> = {}) =>
  fillSentence(sentence, { ...VILLA, ...listing })

test.each<[string, Partial<DescribedListing>, string]>([
  ['{title} in {city}: {price}', {}, 'Garden villa in Pune: ₹1,85,00,000'],
  ['{price}', { price: null, rent: 32_000 }, '₹32,000 a month'],
  ['{price}', { price: 32_000, rent: 32_000 }, '₹32,000 a month'],
  ['{price}', { rent: 32_000 }, '₹1,85,00,000'],
  ['{price}', { price: null, startingBid: 9_00_000 }, '₹9,00,000'],
  ['{price}', { price: null }, 'without a price'],
  ['{title} in {city}', { name: ' ', city: null }, 'your property in its city'],
  // A title of several lines, or one that turns the text around it, stays within its line.
  ['“{title}”', { name: 'Two\n\u202elines' }, '“Two lines”'],
  // Titles are no templates, and no replacement patterns.
  ['{title} {title}', { name: '{price} $& $1' }, '{price} $& $1 {price} $& $1'],
  ['{Title} { title } {owner}', {}, '{Title} { title } {owner}'],
])('%s with %j reads: %s', (sentence, listing, text) => {
  expect(fill(sentence, listing)).toBe(text)
})

test('a sentence without braces stays as it is, whatever the listing is called', () => {
  const text = fc.string().filter((typed) => !/[{}]/.test(typed))
  fc.assert(
    fc.property(text, fc.string(), (sentence, name) => {
      expect(fill(sentence, { name })).toBe(sentence)
      expect(findWrongVariable(sentence)).toBeNull()
    }),
  )
})

describe('a sentence of the list', () => {
  const reason = { code: 'a', label: 'A', field: null, isActive: true }
  const read = (sentence: string) =>
    v
      .safeParse(RejectionReasonSchema, { ...reason, sentence })
      .issues?.map(({ message }) => message)

  test.each([
    ['The price of {foo} is wrong.', '{foo}'],
    ['{Title} is wrong.', '{Title}'],
    ['{ price } is wrong.', '{ price }'],
    ['{title} {} {city}', '{}'],
    ['{title is wrong.', '{'],
    ['title} is wrong.', '}'],
    ['{{title}} is wrong.', '{}'],
  ])('%s is refused, and the message names %s and the known variables', (sentence, wrong) => {
    expect(findWrongVariable(sentence)).toBe(wrong)
    expect(read(sentence)).toEqual([
      `${wrong} is no variable of a sentence. Use {title}, {city} and {price}, or write it without braces.`,
    ])
  })

  test('may have every known variable, more than once', () => {
    expect(read('{title}, {city}, {price} and {title}.')).toBeUndefined()
  })
})

test.each([
  ['Add clear photos.', true],
  ['They do not belong together. Correct them.', true],
  ['The address is not correct, in addition.', false],
  ['Additional photos are missing.', false],
])('whether changes are usually needed follows from the sentence: %s', (sentence, isNeeded) => {
  expect(asksForChanges(sentence)).toBe(isNeeded)
})
