import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shareStrings } from '#src/domain/shared-strings.ts'

// Whether two equal strings are one in memory cannot be observed here; `npm run bench -- desk` measures the heap.

test('shared rows have the same values as before, and each string of them is known once', () => {
  const fields = fc.record({
    city: fc.string(),
    owner: fc.option(fc.string()),
    price: fc.integer(),
  })
  fc.assert(
    fc.property(fc.array(fields), fc.array(fields), (first, later) => {
      const before = structuredClone([first, later])
      const known = new Map<string, string>()
      expect([shareStrings(first, known), shareStrings(later, known)]).toEqual(before)
      const strings = [...first, ...later].flatMap(({ city, owner }) => [city, owner ?? city])
      expect([...known]).toEqual([...new Set(strings)].map((text) => [text, text]))
    }),
  )
})
