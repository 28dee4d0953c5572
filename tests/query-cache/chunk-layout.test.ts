import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Chunk, layOutChunks } from '#src/query-cache/chunk-layout.ts'

const rowsOf = (count: number) => Array.from({ length: count }, (_, id) => ({ id }))
const joinRows = (chunks: readonly Chunk[]) => chunks.flatMap(({ rows }) => rows)

const CHANGES = fc.array(
  fc.record({
    kind: fc.constantFrom('replace', 'add', 'remove', 'move'),
    at: fc.nat(),
    count: fc.integer({ min: 1, max: 300 }),
  }),
  { maxLength: 6 },
)

test('after any changes of a list, its chunks contain all its rows in order, with unique indexes and at most 500 rows each', () => {
  fc.assert(
    fc.property(fc.nat(1_500), fc.array(CHANGES, { maxLength: 5 }), (count, rounds) => {
      let rows: readonly object[] = rowsOf(count)
      let chunks = layOutChunks(rows, [])
      for (const changes of rounds) {
        for (const { kind, at, count: many } of changes) {
          const place = at % (rows.length + 1)
          const taken = rows.slice(place, place + many)
          if (kind === 'replace')
            rows = rows.toSpliced(place, many, ...taken.map((row) => ({ ...row })))
          else if (kind === 'add') rows = rows.toSpliced(place, 0, ...rowsOf(many))
          else if (kind === 'remove') rows = rows.toSpliced(place, many)
          else rows = [...rows.toSpliced(place, many), ...taken]
        }
        chunks = layOutChunks(rows, chunks)
        const joined = joinRows(chunks)
        expect(joined.length).toBe(rows.length)
        expect(joined.every((row, place) => row === rows[place])).toBe(true)
        expect(new Set(chunks.map(({ index }) => index)).size).toBe(chunks.length)
        for (const { rows: own } of chunks) expect(own.length).toBeLessThanOrEqual(500)
      }
    }),
    { numRuns: 100 },
  )
})

test('unchanged chunks remain the same objects', () => {
  const rows = rowsOf(1_000)
  const before = layOutChunks(rows, [])
  const after = layOutChunks([...rows.slice(0, 600), { id: -1 }, ...rows.slice(601)], before)
  expect(after.map((chunk) => before.includes(chunk))).toEqual([true, true, false, true])
  expect(after.map(({ index }) => index)).toEqual([0, 1, 2, 3])
})

test('a chunk that grew too long is split, and a short one is merged with its neighbour', () => {
  const rows = rowsOf(500)
  const before = layOutChunks(rows, [])
  const grown = layOutChunks([...rowsOf(260), ...rows], before)
  expect(grown.map((chunk) => chunk.rows.length)).toEqual([255, 255, 250])
  const shrunk = layOutChunks(rows.slice(0, 255), before)
  expect(shrunk.map((chunk) => chunk.rows.length)).toEqual([255])
})

test('each of 300 rows that are added at the top one by one changes at most three chunks', {
  tags: ['long'],
}, () => {
  let rows: readonly object[] = rowsOf(10_000)
  let chunks = layOutChunks(rows, [])
  for (let id = -1; id >= -300; id -= 1) {
    rows = [{ id }, ...rows]
    const next = layOutChunks(rows, chunks)
    expect(next.filter((chunk) => !chunks.includes(chunk)).length).toBeLessThanOrEqual(3)
    chunks = next
  }
  expect(joinRows(chunks).every((row, place) => row === rows[place])).toBe(true)
})
