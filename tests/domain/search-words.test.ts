import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPatterns, toMemberWords } from '#server/platform/database/search-words.ts'
import { findWords } from '#src/domain/text.ts'

// Letters that have several canonically equal spellings: composed, decomposed, and excluded from composition (क़).
const LETTERS = [
  '\u0958',
  '\u0915',
  '\u093c',
  '\u095b',
  'é',
  'e',
  '\u0301',
  'Å',
  '\u212b',
  'İ',
  'ß',
]
const word = fc.string({ unit: fc.constantFrom(...LETTERS, 'a', 'B'), minLength: 3, maxLength: 6 })
const spelling = fc.constantFrom('NFC', 'NFD')

function panelFinds(fullName: string, query: string): boolean {
  return findWords([fullName], query, (text) => [text]).length > 0
}

function serverFinds(fullName: string, query: string): boolean {
  const text = toMemberWords({ fullName, email: '', phoneNumber: null })
  return readPatterns(query).every((pattern) => text.includes(pattern))
}

test.each([
  ['\u0958िला', '\u0915\u093cिला'],
  ['\u0915\u093cिला', '\u0958िला'],
])('"%s" is found by the other spelling of its first letter, "%s"', (stored, typed) => {
  expect(panelFinds(stored, typed)).toBe(true)
  expect(serverFinds(stored, typed)).toBe(true)
})

test('panel and server find a text by each spelling of its words', () => {
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 3 }),
      spelling,
      spelling,
      (words, a, b) => {
        const stored = words.join(' ').normalize(a)
        const typed = [...words].reverse().join(' ').normalize(b)
        expect(panelFinds(stored, typed)).toBe(true)
        expect(serverFinds(stored, typed)).toBe(true)
      },
    ),
  )
})

test('panel and server agree on what words of three letters or more find', () => {
  fc.assert(
    fc.property(word, word, spelling, spelling, (stored, typed, a, b) => {
      const found = panelFinds(stored.normalize(a), typed.normalize(b))
      fc.pre([...typed.normalize('NFC').toLowerCase()].length >= 3)
      expect(serverFinds(stored.normalize(a), typed.normalize(b))).toBe(found)
    }),
  )
})
