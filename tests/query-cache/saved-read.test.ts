import { describe, expect, test, vi } from 'vitest'
import { ApiError } from '#src/api/api-error.ts'
import type { ChangedAnswer, ConditionalRead, DeltaRead } from '#src/api/http-client.ts'
import type { SavedRead } from '#src/query-cache/cached-reads.ts'
import { type DeltaSource, fetchSavedRead } from '#src/query-cache/saved-read.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { createGate } from '#tests/support/outbox/drain-device.ts'

// In these tests, a saved read is a list of words, and a delta contains the added words.

const COPY: SavedRead<string[]> = { value: ['a'], etag: '"1"', cursor: 'c1', ackedBefore: 1 }
const BARE_COPY: SavedRead<string[]> = { ...COPY, cursor: null }

type Answer<Data> = ChangedAnswer<Data> | null | ApiError

/** Reads from a server with these answers. `asked` lists the requests. */
function readFrom(
  answers: { whole?: Answer<string[]>; delta?: Answer<string[] | null> },
  overrides: Partial<Parameters<typeof fetchSavedRead<string[], string[]>>[0]> = {},
) {
  const asked: object[] = []
  function give<Data>(request: object, answer: Answer<Data> | undefined) {
    asked.push(request)
    if (answer === undefined) throw new Error('nobody was to ask this')
    if (answer instanceof ApiError) throw answer
    return answer
  }
  const delta: DeltaSource<string[], string[]> = {
    read: async ({ since, etag }: DeltaRead) => give({ since, etag }, answers.delta),
    apply: (value, added) => [...value, ...added],
    share: (entry, answer) => (String(entry) === String(answer) ? entry : answer),
    joinRemoved: (known, added) => [...known, ...added.map((word) => `not ${word}`)],
  }
  const read = async ({ etag }: ConditionalRead) => give({ etag }, answers.whole)
  const parts = { entry: undefined, findLastConfirmation, read, delta, ...overrides }
  return { asked, next: fetchSavedRead<string[], string[]>(parts) }
}

const findLastConfirmation = async () => 7
const whole = (data: string[], cursor: string | null): Answer<string[]> => ({
  data,
  etag: '"9"',
  cursor,
})
const refusal = (status: number) => new ApiError({ kind: 'refused', status })

const PART_OF = [{ status: 'pending' as const, tab: null, listings: 9 }]

describe('a cache entry of a part', () => {
  const part: Answer<string[]> = { data: ['a'], etag: '"9"', cursor: 'c9', partOf: PART_OF }
  const entry = { ...COPY, partOf: PART_OF, removed: { since: 'c0', ids: ['not x'] } }

  test('begins a list of what is deleted when it is read whole', async () => {
    const { next } = readFrom({ whole: part })
    expect((await next).removed).toEqual({ since: 'c9', ids: [] })
    const again = readFrom({ whole: part, delta: refusal(410) }, { entry })
    expect((await again.next).removed).toEqual({ since: 'c9', ids: [] })
  })

  test('adds to that list by each delta, and keeps it without news', async () => {
    const answer = { data: ['b'], etag: '"2"', cursor: 'c2', partOf: PART_OF }
    const { next } = readFrom({ delta: answer }, { entry })
    expect((await next).removed).toEqual({ since: 'c0', ids: ['not x', 'not b'] })
    expect((await readFrom({ delta: null }, { entry }).next).removed).toBe(entry.removed)
    // An earlier build kept no such list.
    const { removed: _, ...earlier } = entry
    const later = readFrom({ delta: answer }, { entry: earlier })
    expect((await later.next).removed).toEqual({ since: null, ids: ['not b'] })
  })

  test('is read again before that list grows without end', async () => {
    const ids = Array.from({ length: 5_000 }, (_, place) => `not ${place}`)
    const grown = { ...entry, removed: { since: 'c0', ids } }
    const delta = { data: ['b'], etag: '"2"', cursor: 'c2', partOf: PART_OF }
    const { asked, next } = readFrom({ whole: part, delta }, { entry: grown })
    expect(await next).toMatchObject({ value: ['a'], removed: { since: 'c9', ids: [] } })
    expect(asked).toEqual([{ since: 'c1', etag: '"1"' }, { etag: null }])
  })
})

describe('a cache entry with a cursor', () => {
  test('is updated by a delta', async () => {
    const { asked, next } = readFrom(
      { delta: { data: ['b'], etag: '"2"', cursor: 'c2' } },
      { entry: COPY },
    )
    expect(await next).toEqual({ value: ['a', 'b'], etag: '"2"', cursor: 'c2', ackedBefore: 7 })
    expect(asked).toEqual([{ since: 'c1', etag: '"1"' }])
  })

  test('keeps its value object if the list has not changed', async () => {
    const { asked, next } = readFrom({ delta: null }, { entry: COPY })
    expect(await next).toEqual({ ...COPY, ackedBefore: 7 })
    expect((await next).value).toBe(COPY.value)
    expect(asked).toHaveLength(1)
  })

  test.each([
    ['is too old (410)', refusal(410)],
    ['is unknown to the server (400)', refusal(400)],
    ['gets an answer that cannot be applied', { data: null, etag: '"2"', cursor: null }],
  ])('that %s is replaced by the whole list in the same read', async (_what, delta) => {
    const { asked, next } = readFrom({ delta, whole: whole(['z'], 'c9') }, { entry: COPY })
    expect(await next).toEqual({ value: ['z'], etag: '"9"', cursor: 'c9', ackedBefore: 7 })
    // The second request has no ETag, because after the restore of a backup a 304 to an earlier ETag could be wrong.
    expect(asked[1]).toEqual({ etag: null })
  })

  test('stays unchanged when the server does not answer or fails', async () => {
    for (const failure of [refusal(500), new ApiError({ kind: 'no-answer' })]) {
      const { asked, next } = readFrom({ delta: failure }, { entry: COPY })
      await expect(next).rejects.toBe(failure)
      expect(asked).toHaveLength(1)
    }
  })
})

describe('without a cursor or a delta source', () => {
  test("a saved read requests the whole list with the cached entry's ETag", async () => {
    const { asked, next } = readFrom({ whole: whole(['z'], null) }, { entry: BARE_COPY })
    expect(await next).toEqual({ value: ['z'], etag: '"9"', cursor: null, ackedBefore: 7 })
    expect(asked).toEqual([{ etag: '"1"' }])
  })

  test('a first read stores the cursor of the whole list', async () => {
    const { asked, next } = readFrom({ whole: whole(['a'], 'c1') })
    expect((await next).cursor).toBe('c1')
    expect(asked).toEqual([{ etag: null }])
  })

  test('a whole list that equals the cached one keeps the cached value object', async () => {
    const { next } = readFrom({ whole: whole(['a'], null) }, { entry: BARE_COPY })
    expect((await next).value).toBe(COPY.value)
  })

  test('a 304 without a cached entry is invalid', async () => {
    const { next } = readFrom({ whole: null })
    await expect(next).rejects.toMatchObject({ kind: 'no-answer' })
  })

  test('a read without a delta source requests the whole list even with a cursor', async () => {
    const answers = { whole: whole(['z'], 'c9') }
    const { asked, next } = readFrom(answers, { entry: COPY, delta: undefined })
    await next
    expect(asked).toEqual([{ etag: '"1"' }])
  })
})

test('a saved read reads the number of the last confirmed change before it sends the request', async () => {
  const known = createGate<number>()
  const { asked, next } = readFrom(
    { whole: whole(['a'], null) },
    { findLastConfirmation: known.pass },
  )
  await known.reached
  expect(asked).toEqual([])
  known.open(1)
  expect(await next).toMatchObject({ ackedBefore: 1 })
})

test('an unreadable outbox does not stop a read, and confirmed changes still overlay the result', async () => {
  expectConsole('warn', /outbox could not be asked/)
  const failing = vi.fn().mockRejectedValue(new Error('no storage'))
  const { next } = readFrom({ whole: whole(['a'], null) }, { findLastConfirmation: failing })
  expect(await next).toMatchObject({ value: ['a'], ackedBefore: 0 })
})
