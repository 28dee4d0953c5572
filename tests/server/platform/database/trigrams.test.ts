import { describe, expect, test } from 'vitest'
import { chooseGrams, shareOf } from '#server/platform/database/trigrams.ts'

/** A hundred texts. The first `counts[word]` of them contain the word. */
function makeSample(counts: Readonly<Record<string, number>>): string[] {
  return Array.from({ length: 100 }, (_, index) =>
    Object.entries(counts)
      .filter(([, count]) => index < count)
      .map(([word]) => `  ${word}`)
      .join(''),
  )
}

describe('the trigrams of a search', () => {
  const sample = makeSample({ lake: 9, pune: 6, villa: 12, gill: 10, '4113': 2, '11304': 1 })

  test.each([
    ['one of each word, rarest first', ['lake', 'villa', 'pune'], ['pun', 'lak', 'vil']],
    [
      'one of each of the three rarest words',
      ['gill', 'villa', 'lake', '4113'],
      ['411', 'lak', 'gil'],
    ],
    ['one of each of two words, and the next rarest', ['lake', '4113'], ['411', '113', 'lak']],
    ['the rarest ones of a single word', ['41130'], ['130', '411', '113']],
    ['three of an unknown word, too', ['wxyzwxy'], ['wxy', 'xyz', 'yzw']],
    ['only those of letters and digits', ['a"bcd'], ['bcd']],
    ['those of other characters if no word has letters or digits', ['"%"'], ['"%"']],
    ['without a duplicate if two words share one', ['lake', 'lak'], ['lak', 'ake']],
  ])('are %s', (_, patterns, grams) => {
    expect(chooseGrams(patterns, sample)).toEqual(grams)
  })

  test('are chosen even if there are no rows yet', () => {
    expect(chooseGrams(['lake'], [])).toEqual(['lak', 'ake'])
  })
})

test('`shareOf` returns the share of texts that contain every word', () => {
  const sample = makeSample({ lake: 50, villa: 20 })
  expect(shareOf(['lake'], sample)).toBe(0.5)
  expect(shareOf(['lake', 'villa'], sample)).toBe(0.2)
  expect(shareOf(['lake', 'palm'], sample)).toBe(0)
  expect(shareOf(['lake'], [])).toBe(0)
})
