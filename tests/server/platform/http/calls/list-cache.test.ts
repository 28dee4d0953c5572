import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PositionRange } from '#server/platform/database/pages/newest-query.ts'
import type { RowPosition } from '#server/platform/database/pages/page-query.ts'
import {
  type ListSource,
  type ListState,
  makeListCache,
} from '#server/platform/http/calls/list-cache.ts'
import { countTurns } from '#tests/server/platform/http/turn-count.ts'

const ID_BYTES = 48 // the bytes that the cache counts for each row's id
const SPLIT = 401 // a chunk with this number of rows is split: it is one more than the maximum

interface Row {
  id: string
  key: string
  revision: number
}

const toSent = ({ id, ...rest }: Row) => ({ _id: id, ...rest })

/** A list in memory, newest row first, that counts how often its state and its rows are read. */
function makeList({ count = 0, tellsChanges = true, key = 'list' } = {}) {
  const rows = new Map<string, Row>()
  const removed = new Map<string, number>()
  let revision = 0
  const reads = { rows: 0, states: 0 }
  const isBehind = (row: Row, position: RowPosition) =>
    row.key < String(position.key) || (row.key === position.key && row.id < position.id)
  const inRange = ({ after, upTo }: PositionRange) =>
    [...rows.values()]
      .filter((row) => (!after || isBehind(row, after)) && (!upTo || !isBehind(row, upTo)))
      .sort((a, b) => (a.key === b.key ? (a.id < b.id ? 1 : -1) : a.key < b.key ? 1 : -1))
  const source: ListSource = {
    key,
    async readState() {
      reads.states += 1
      return {
        etag: `"${revision}"`,
        meta: { revision: String(revision) },
        revisionToken: String(revision),
      }
    },
    listPositions: async (range, most) => inRange(range).slice(0, most),
    async readRows(range) {
      const found = inRange(range)
      reads.rows += found.length
      return found.map(toSent)
    },
    ...(tellsChanges && {
      readChanges: async ({ revisionToken }: ListState) => ({
        positions: [...rows.values()].filter((row) => row.revision > Number(revisionToken)),
        removedIds: new Set(
          [...removed].filter(([, at]) => at > Number(revisionToken)).map(([id]) => id),
        ),
      }),
    }),
  }
  const list = {
    source,
    reads,
    set(id: string, row: number) {
      revision += 1
      rows.set(id, { id, key: String(row).padStart(6, '0'), revision })
    },
    /** Changes a row, which keeps its position. */
    change(id: string) {
      revision += 1
      const row = rows.get(id)
      if (row) rows.set(id, { ...row, revision })
    },
    remove(id: string) {
      revision += 1
      rows.delete(id)
      removed.set(id, revision)
    },
    ids: () => [...rows.keys()],
    text() {
      const meta = { revision: String(revision), total: rows.size }
      const data = inRange({ after: null, upTo: null }).map(toSent)
      return JSON.stringify({ success: true, meta, data })
    },
  }
  for (let row = 0; row < count; row += 1) list.set(`row-${row}`, row)
  return list
}

type List = ReturnType<typeof makeList>

async function read(cache: ReturnType<typeof makeListCache>, { source }: Pick<List, 'source'>) {
  const { gzipParts } = await cache.get(source, await source.readState())
  const gzip = Buffer.concat(gzipParts)
  return { text: gunzipSync(gzip).toString(), gzip }
}

/** A list whose rows are read with `readRows`, which may also do something else. */
function withReads({ source }: List, readRows: ListSource['readRows']) {
  return { source: { ...source, readRows } }
}

const step = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), at: fc.nat(1500), key: fc.nat(2000) }),
  fc.record({ kind: fc.constant('change' as const), at: fc.nat(1500) }),
  fc.record({ kind: fc.constant('remove' as const), at: fc.nat(1500), count: fc.nat(450) }),
  fc.record({ kind: fc.constant('grow' as const), count: fc.nat(500) }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** A new oldest row after the rows of the last chunk were removed. */
const NEW_OLDEST: Step[] = [
  { kind: 'remove', at: 0, count: 700 },
  { kind: 'set', at: 0, key: 5 },
]

test.each([true, false])(
  'after any writes the cached list has all rows in order, whether or not the source can list its changes: %s',
  async (tellsChanges) => {
    await fc.assert(
      fc.asyncProperty(fc.nat(900), fc.array(step, { maxLength: 8 }), async (count, steps) => {
        const list = makeList({ tellsChanges, count })
        const cache = makeListCache()
        expect((await read(cache, list)).text).toBe(list.text())
        for (const [index, one] of steps.entries()) {
          const ids = list.ids()
          const at = ('at' in one ? one.at : 0) % Math.max(1, ids.length)
          if (one.kind === 'set') list.set(`new-${index}`, one.key)
          else if (one.kind === 'grow')
            for (let row = 0; row < one.count; row += 1)
              list.set(`grown-${index}-${row}`, 3000 + row)
          else if (one.kind === 'change') list.change(ids[at] ?? 'none')
          else for (const gone of ids.slice(at, at + one.count)) list.remove(gone)
          expect((await read(cache, list)).text).toBe(list.text())
        }
      }),
      { numRuns: 25, examples: [[1000, NEW_OLDEST]] },
    )
  },
)

test('after a change of a row, only the rows of its chunk are read again', async () => {
  const list = makeList({ count: 5000 })
  const cache = makeListCache()
  await read(cache, list)
  expect(list.reads.rows).toBe(5000)
  list.set('row-2345', 2345)
  expect((await read(cache, list)).text).toBe(list.text())
  expect(list.reads.rows - 5000).toBeLessThan(SPLIT)
})

test('other calls can run between any two chunks, even if their rows are unchanged', async () => {
  const list = makeList({ count: 3000, tellsChanges: false })
  const cache = makeListCache()
  await read(cache, list)
  list.set('row-0', 0)
  const counted = countTurns()
  const seen: number[] = []
  const watched = withReads(list, (range) => {
    seen.push(counted.turns)
    return list.source.readRows(range)
  })
  await read(cache, watched)
  counted.stop()
  expect(seen.length).toBeGreaterThan(10)
  expect(new Set(seen).size).toBe(seen.length)
})

test('a row that was added while its chunk was read is not in the list after its removal', async () => {
  const list = makeList({ count: 10 })
  const cache = makeListCache()
  const growing = withReads(list, (range) => {
    list.set('late', 5)
    return list.source.readRows(range)
  })
  await read(cache, growing)
  list.remove('late')
  expect((await read(cache, list)).text).toBe(list.text())
})

describe('readers', () => {
  test('of one state share one build, and later readers use it', async () => {
    const list = makeList({ count: 1000 })
    const cache = makeListCache()
    const state = await list.source.readState()
    const all = await Promise.all(Array.from({ length: 20 }, () => cache.get(list.source, state)))
    expect(new Set(all).size).toBe(1)
    expect(await cache.get(list.source, state)).toBe(all[0])
    expect(list.reads.rows).toBe(1000)
  })

  test('that arrive during the build of an older state share the next build', async () => {
    const list = makeList({ count: 1000 })
    const cache = makeListCache()
    const early = read(cache, list)
    const late = []
    for (let change = 0; change < 5; change += 1) {
      list.set('row-7', 7)
      late.push(read(cache, list))
    }
    const states = list.reads.states
    expect((await early).text).toContain('"data"')
    for (const { text } of await Promise.all(late)) expect(text).toBe(list.text())
    // The build that the five late readers share read the state only once more.
    expect(list.reads.states).toBe(states + 1)
    expect(list.reads.rows).toBeLessThan(1000 + 2 * SPLIT)
  })

  test('get the error of their build, and the next reader starts a new build', async () => {
    const list = makeList({ count: 10 })
    const cache = makeListCache()
    const { source: broken } = withReads(list, () => Promise.reject(new Error('gone')))
    const state = await list.source.readState()
    const both = await Promise.allSettled([cache.get(broken, state), cache.get(broken, state)])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect((await read(cache, list)).text).toBe(list.text())
  })

  test('with different permissions never share a cached list', async () => {
    const cache = makeListCache()
    const [one, other] = [makeList({ key: 'all fields' }), makeList({ key: 'names only' })]
    one.set('secret', 1)
    other.set('public', 1)
    await read(cache, one)
    expect((await read(cache, other)).text).toBe(other.text())
  })
})

test('the cache has a size limit and evicts the least recently read list', async () => {
  const make = (key: string) => makeList({ key, count: 300 })
  const [one, other, third] = [make('one'), make('other'), make('third')]
  const { gzip } = await read(makeListCache(), one)
  const cache = makeListCache(2.5 * (gzip.length + 300 * ID_BYTES))
  for (const list of [one, other, one, third]) await read(cache, list)
  for (const list of [one, other, third]) list.reads.rows = 0
  for (const list of [one, third, other]) await read(cache, list)
  expect([one.reads.rows, third.reads.rows, other.reads.rows]).toEqual([0, 0, 300])
})

test('after a change, the old and the new list share the memory of unchanged chunks', async () => {
  const list = makeList({ count: 10_000 })
  const cache = makeListCache()
  const before = await cache.get(list.source, await list.source.readState())
  list.set('row-2345', 2345)
  const after = await cache.get(list.source, await list.source.readState())
  const held = new Set([...before.gzipParts, ...after.gzipParts].map(({ buffer }) => buffer))
  const heldBytes = [...held].reduce((sum, { byteLength }) => sum + byteLength, 0)
  expect(after.byteCount).toBe(Buffer.concat(after.gzipParts).length)
  // Both lists share all but one of fifty chunks. The gzip header is a slice of Node's buffer pool, so
  // the sum contains the whole pool.
  expect(heldBytes).toBeLessThan(1.5 * after.byteCount)
})
