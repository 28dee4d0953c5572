import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRowSplitter } from '#src/api/row-splitter.ts'

/** Feeds the splitter bytes cut at these offsets. As on a network, a cut may split a character. */
function readInPieces(text: string, cuts: readonly number[]) {
  const bytes = new TextEncoder().encode(text)
  const ends = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].toSorted((a, b) => a - b)
  const decoder = new TextDecoder()
  const splitter = createRowSplitter()
  const rows: unknown[] = []
  let start = 0
  for (const end of [...ends, bytes.length]) {
    rows.push(...splitter.push(decoder.decode(bytes.subarray(start, end), { stream: true })))
    start = end
  }
  rows.push(...splitter.push(decoder.decode()))
  return { rows, envelope: splitter.end(), head: splitter.findHead() }
}

/** Characters that structure JSON, and characters of one, two, three and four bytes in UTF-8. */
const stringUnit = fc.oneof(
  fc.constantFrom(...'"\\{}[],:'),
  fc.constantFrom('a', 'é', '₹', '🏠', '\n', '\u0000', '\ud800'),
)
const json = fc.jsonValue({ depthSize: 'medium', stringUnit })
const space = fc.constantFrom('', ' ', '\n\t')
const cuts = fc.array(fc.nat(), { maxLength: 12 })

test('the parsed rows equal those of JSON.parse wherever the bytes are cut', () => {
  const envelope = fc.record({
    before: fc.dictionary(fc.string({ unit: stringUnit }), json, { maxKeys: 3 }),
    data: fc.oneof(fc.array(json), json),
    after: fc.dictionary(fc.string({ unit: stringUnit }), json, { maxKeys: 3 }),
    indent: fc.nat(2),
    around: space,
  })
  fc.assert(
    fc.property(envelope, cuts, ({ before, data, after, indent, around }, places) => {
      const whole = { ...before, data, ...after, ...('data' in after ? { data } : {}) }
      const text = around + JSON.stringify(whole, null, indent) + around
      const read = readInPieces(text, places)
      const expected = JSON.parse(text) as typeof whole // `text` was written from `whole`
      if (Array.isArray(expected.data)) {
        expect(read.rows).toEqual(expected.data)
        expect(read.envelope).toEqual({ ...expected, data: [] })
      } else {
        expect(read.rows).toEqual([])
        expect(read.envelope).toEqual(expected)
      }
    }),
  )
})

test('wherever the bytes are cut, the splitter throws for invalid JSON and not for valid JSON', () => {
  const text = fc
    .tuple(fc.array(json, { maxLength: 4 }), fc.nat(), fc.constantFrom('', ',', ']', '}', '"', '1'))
    .map(([data, at, sign]) => {
      const whole = JSON.stringify({ success: true, data, meta: { total: 2 } })
      const place = at % whole.length
      // Removes or replaces one character.
      return whole.slice(0, place) + sign + whole.slice(place + 1)
    })
  fc.assert(
    fc.property(text, cuts, (damaged, places) => {
      const isJson = isReadable(() => JSON.parse(damaged))
      expect(isReadable(() => readInPieces(damaged, places))).toBe(isJson)
    }),
  )
})

test.each([
  ['a comma before the first row', '{"data":[,1]}'],
  ['two commas', '{"data":[1,,2]}'],
  ['a comma after the last row', '{"data":[1,]}'],
  ['no comma between two rows', '{"data":[1 2]}'],
  ['a closing brace instead of the bracket', '{"data":[1}}'],
  ['no closing bracket', '{"data":[1,2'],
])(
  'the splitter throws for a list with %s that it receives one character at a time',
  (_what, text) => {
    const everywhere = [...text].map((_sign, place) => place)
    expect(() => readInPieces(text, everywhere)).toThrow(SyntaxError)
  },
)

test('the keys before the list are available once the list begins', () => {
  const splitter = createRowSplitter()
  expect(splitter.push('{"success":true,"meta":{"total":2},"da')).toEqual([])
  expect(splitter.findHead()).toBeUndefined()
  expect(splitter.push('ta":[{"id":1},{"i')).toEqual([{ id: 1 }])
  expect(splitter.findHead()).toEqual({ success: true, meta: { total: 2 }, data: [] })
})

test.each([
  ['a list under another key', '{"success":true,"other":{"data":[1]},"list":[1],"data":[2]}', [2]],
  ['a list under a key that only ends with data', '{"my\\"data":[1],"data":[2]}', [2]],
  ['a list after a value that equals data', '{"a":"data","b":[1],"data":[2]}', [2]],
  ['a list without an envelope', '[1,2]', []],
])('the splitter does not mistake %s for the rows', (_what, text, rows) => {
  expect(readInPieces(text, [3, 9, 14]).rows).toEqual(rows)
})

function isReadable(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch {
    return false
  }
}
