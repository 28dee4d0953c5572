import { describe, expect, test } from 'vitest'
import { chooseGrams, shareOf } from '#server/database/trigrams.ts'

/** A hundred texts; so many of the first of them have the word. */
function makeSample(counts: Readonly<Record<string, number>>): string[] {
  return Array.from({ length: 100 }, (_, index) =>
    Object.entries(counts)
      .filter(([, count]) => index < count)
      .map(([word]) => `  ${word}`)
      .join(''),
  )
}

describe('the trigrams that a search asks for', () => {
  const sample = makeSample({ lake: 9, pune: 6, villa: 12, gill: 10, '4113': 2, '11304': 1 })

  test.each([
    ['one of each word, the rarest first', ['lake', 'villa', 'pune'], ['pun', 'lak', 'vil']],
    ['of many words those of the rarest', ['gill', 'villa', 'lake', '4113'], ['411', 'lak', 'gil']],
    ['of fewer words the rarest of the others too', ['lake', '4113'], ['411', '113', 'lak']],
    ['of one word its rarest', ['41130'], ['130', '411', '113']],
    ['of a word that nobody has no more than of another', ['wxyzwxy'], ['wxy', 'xyz', 'yzw']],
    ['those of letters and digits', ['a"bcd'], ['bcd']],
    ['others where there are none of these', ['"%"'], ['"%"']],
    ['asked for once where two words have it', ['lake', 'lak'], ['lak', 'ake']],
  ])('are %s', (_, patterns, grams) => {
    expect(chooseGrams(patterns, sample)).toEqual(grams)
  })

  test('are there before there are any rows', () => {
    expect(chooseGrams(['lake'], [])).toEqual(['lak', 'ake'])
  })
})

test('a share counts the texts that have all words', () => {
  const sample = makeSample({ lake: 50, villa: 20 })
  expect(shareOf(['lake'], sample)).toBe(0.5)
  expect(shareOf(['lake', 'villa'], sample)).toBe(0.2)
  expect(shareOf(['lake', 'palm'], sample)).toBe(0)
  expect(shareOf(['lake'], [])).toBe(0)
})
