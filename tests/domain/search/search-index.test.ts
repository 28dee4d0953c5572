import fc from 'fast-check'
import { distance } from 'fastest-levenshtein'
import { describe, expect, test } from 'vitest'
import { isOneMistake } from '#src/domain/search/one-mistake.ts'
import { createSearchIndex } from '#src/domain/search/search-index.ts'

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 })

function areNeighboursSwapped(one: string, other: string): boolean {
  return [...one].some((_, at) => {
    const swapped = one.slice(0, at) + (one[at + 1] ?? '') + one[at] + one.slice(at + 2)
    return at + 1 < one.length && swapped === other
  })
}

test('one mistake is a distance of one, or two neighbours in the wrong order', () => {
  fc.assert(
    fc.property(word, word, (one, other) => {
      const isOne = distance(one, other) <= 1 || areNeighboursSwapped(one, other)
      expect(isOneMistake(one, other)).toBe(isOne)
    }),
    { numRuns: 2_000 },
  )
})

const PEOPLE = [
  ['Sea-view flat in Bandra', '+91 98765 43210', '+919876543210', 'asha@example.in', 'pay_Nk31'],
  ['Kothrud house', '+91 91234 56780', '+919123456780', 'ravi.shah@example.in', 'pay_Zz90'],
  ['क़िला रोड बंगला', '+91 90000 00001', '+919000000001', 'kila@example.in', 'pay_Aa11'],
  ['Flat', null, null, 'flat@example.in', 'pay_Bb22'],
]

function find(query: string) {
  const index = createSearchIndex<(string | null)[]>((texts) => texts)
  index.add(PEOPLE)
  return index.findAll(query, 10).map(({ entry }) => entry[0])
}

describe('a record is found', () => {
  test.each([
    ['by a whole word', 'kothrud', 'Kothrud house'],
    ['by a beginning', 'koth', 'Kothrud house'],
    ['by a word with a wrong letter', 'kothrad', 'Kothrud house'],
    ['by a word that lacks a letter', 'kotrud', 'Kothrud house'],
    ['by a word with a letter too many', 'kothruud', 'Kothrud house'],
    ['by a word with two letters in the wrong order', 'kohtrud', 'Kothrud house'],
    ['by a wrong first letter', 'lothrud', 'Kothrud house'],
    ['by two swapped first letters', 'okthrud', 'Kothrud house'],
    ['by a lacking first letter', 'othrud', 'Kothrud house'],
    ['by a beginning with a mistake', 'kothra', 'Kothrud house'],
    ['by a part of a phone number', '9876543', 'Sea-view flat in Bandra'],
    ['by a phone number with a space', '98765 43210', 'Sea-view flat in Bandra'],
    ['by a part of an e-mail address', 'shah@', 'Kothrud house'],
    ['by a payment id', 'pay_nk31', 'Sea-view flat in Bandra'],
    ['by a letter of two code points that it has as one', 'क\u093cिला', 'क़िला रोड बंगला'],
    ['by words in any order', 'bandra sea', 'Sea-view flat in Bandra'],
  ])('%s', (_, query, name) => {
    expect(find(query)[0]).toBe(name)
  })

  test.each([
    ['two mistakes in a word', 'kathrad'],
    ['a mistake in a word of three letters', 'flt'],
    ['a wrong digit of a phone number', '9876543211'],
    ['one word of two', 'kothrud villa'],
    ['nothing', '  '],
  ])('not by %s', (_, query) => {
    expect(find(query)).toEqual([])
  })

  test('first if it fits best: a whole word before a beginning, and that before a mistake', () => {
    expect(find('flat')).toEqual(['Sea-view flat in Bandra', 'Flat'])
    const index = createSearchIndex<string>((text) => [text])
    index.add(['panes', 'pune', 'punes', 'xxpunexx'])
    expect(index.findAll('pune', 10).map(({ entry }) => entry)).toEqual([
      'pune',
      'punes',
      'xxpunexx',
      'panes',
    ])
  })
})
