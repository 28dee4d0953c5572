import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyPatch, diffQueries, leaveOutViewless } from '#src/domain/saved-view/view-query.ts'

const NAMES = ['status', 'city', 'price', 'q', 'sort', 'tab', 'section', 'open', 'view', 'review']
const query = fc
  .array(fc.tuple(fc.constantFrom(...NAMES), fc.string({ minLength: 1, maxLength: 8 })), {
    maxLength: 8,
  })
  .map((pairs) => new URLSearchParams(pairs).toString())

test('a layer over a view makes exactly the address from which it was made, and over another view keeps only its own parts', () => {
  fc.assert(
    fc.property(query, query, query, (view, address, later) => {
      const patch = diffQueries(view, address)
      expect(applyPatch(view, patch)).toBe(leaveOutViewless(address))
      expect(applyPatch(view, '')).toBe(leaveOutViewless(view))
      const own = new Set(new URLSearchParams(patch).keys())
      const untouched = [...new URLSearchParams(leaveOutViewless(later))].filter(
        ([name]) => !own.has(name),
      )
      const made = [...new URLSearchParams(applyPatch(later, patch))]
      expect(made.filter(([name]) => !own.has(name))).toEqual(untouched)
    }),
  )
})

test.each([
  ['adds a filter', 'city=Pune', 'city=Pune&video=yes', 'video=yes'],
  ['replaces one', 'city=Pune&status=pending', 'city=Goa&status=pending', 'city=Goa'],
  ['removes one', 'city=Pune&status=pending', 'city=Pune', 'status='],
  ['is empty for the same filters in another order', 'a=1&city=Pune', 'city=Pune&a=1', ''],
  ['ignores what is open over the list', 'city=Pune', 'city=Pune&open=1&view=2&section=users', ''],
])('a layer %s', (_, view, address, patch) => {
  expect(diffQueries(view, address)).toBe(patch)
})
