import { describe, expect, test, vi } from 'vitest'
import { ApiError } from '#src/api/api-error.ts'
import type { ChangedAnswer, ConditionalRead, DeltaRead } from '#src/api/http-client.ts'
import type { SavedRead } from '#src/query-cache/cached-reads.ts'
import { type DeltaSource, fetchSavedRead } from '#src/query-cache/saved-read.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'

// In these tests, a saved read is a list of words, and a delta contains the added words.

const COPY: SavedRead<string[]> = { value: ['a'], etag: '"1"', cursor: 'c1', ackedBefore: 1 }
const BARE_COPY: SavedRead<string[]> = { ...COPY, cursor: null }

type Answer<Data> = ChangedAnswer<Data> | null | ApiError

/** A server with these answers, which records requests in `asked`. */
function makeServer(answers: { whole?: Answer<string[]>; delta?: Answer<string[] | null> }) {
  const asked: object[] = []
  function give<Data>(request: object, answer: Answer<Data> | undefined) {
    asked.push(request)
    if (answer === undefined) throw new Error('nobody was to ask this')
    if (answer instanceof ApiError) throw answer
    return answer
  }
  const source: DeltaSource<string[], string[]> = {
    read: async ({ since, etag }: DeltaRead) => give({ since, etag }, answers.delta),
    apply: (value, added) => [...value, ...added],
    share: (entry, answer) => (String(entry) === String(answer) ? entry : answer),
  }
  const read = async ({ etag }: ConditionalRead) => give({ etag }, answers.whole)
  return { asked, read, delta: source }
}

const findLastConfirmation = async () => 7
const whole = (data: string[], cursor: string | null): Answer<string[]> => ({
  data,
  etag: '"9"',
  cursor,
})
const refusal = (status: number) => new ApiError({ kind: 'refused', status })

describe('a cache entry with a cursor', () => {
  test('is updated by a delta', async () => {
    const { asked, ...server } = makeServer({ delta: { data: ['b'], etag: '"2"', cursor: 'c2' } })
    const next = await fetchSavedRead({ entry: COPY, findLastConfirmation, ...server })
    expect(next).toEqual({ value: ['a', 'b'], etag: '"2"', cursor: 'c2', ackedBefore: 7 })
    expect(asked).toEqual([{ since: 'c1', etag: '"1"' }])
  })

  test('keeps its value object if the list has not changed', async () => {
    const { asked, ...server } = makeServer({ delta: null })
    const next = await fetchSavedRead({ entry: COPY, findLastConfirmation, ...server })
    expect(next).toEqual({ ...COPY, ackedBefore: 7 })
    expect(next.value).toBe(COPY.value)
    expect(asked).toHaveLength(1)
  })

  test.each([
    ['is too old (410)', refusal(410)],
    ['is unknown to the server (400)', refusal(400)],
    ['gets an answer that cannot be applied', { data: null, etag: '"2"', cursor: null }],
  ])('that %s is replaced by the whole list in the same read', async (_what, delta) => {
    const { asked, ...server } = makeServer({ delta, whole: whole(['z'], 'c9') })
    const next = await fetchSavedRead({ entry: COPY, findLastConfirmation, ...server })
    expect(next).toEqual({ value: ['z'], etag: '"9"', cursor: 'c9', ackedBefore: 7 })
    // The second request has no ETag, because after the restore of a backup a 304 to an earlier ETag could be wrong.
    expect(asked[1]).toEqual({ etag: null })
  })

  test('stays unchanged when the server does not answer or fails', async () => {
    for (const failure of [refusal(500), new ApiError({ kind: 'no-answer' })]) {
      const { asked, ...server } = makeServer({ delta: failure })
      await expect(fetchSavedRead({ entry: COPY, findLastConfirmation, ...server })).rejects.toBe(
        failure,
      )
      expect(asked).toHaveLength(1)
    }
  })
})

describe('without a cursor or a delta source', () => {
  test("a saved read requests the whole list with the cached entry's ETag", async () => {
    const { asked, ...server } = makeServer({ whole: whole(['z'], null) })
    const next = await fetchSavedRead({ entry: BARE_COPY, findLastConfirmation, ...server })
    expect(next).toEqual({ value: ['z'], etag: '"9"', cursor: null, ackedBefore: 7 })
    expect(asked).toEqual([{ etag: '"1"' }])
  })

  test('a first read stores the cursor of the whole list', async () => {
    const { asked, ...server } = makeServer({ whole: whole(['a'], 'c1') })
    const next = await fetchSavedRead({ entry: undefined, findLastConfirmation, ...server })
    expect(next.cursor).toBe('c1')
    expect(asked).toEqual([{ etag: null }])
  })

  test('a whole list that equals the cached one keeps the cached value object', async () => {
    const { asked: _, ...server } = makeServer({ whole: whole(['a'], null) })
    const next = await fetchSavedRead({ entry: BARE_COPY, findLastConfirmation, ...server })
    expect(next.value).toBe(COPY.value)
  })

  test('a 304 without a cached entry is invalid', async () => {
    const { asked: _, ...server } = makeServer({ whole: null })
    const asking = fetchSavedRead({ entry: undefined, findLastConfirmation, ...server })
    await expect(asking).rejects.toMatchObject({ kind: 'no-answer' })
  })

  test('a read without a delta source requests the whole list even with a cursor', async () => {
    const { asked, read } = makeServer({ whole: whole(['z'], 'c9') })
    await fetchSavedRead({ entry: COPY, findLastConfirmation, read })
    expect(asked).toEqual([{ etag: '"1"' }])
  })
})

test('a saved read reads the number of the last confirmed change before it sends the request', async () => {
  const order: string[] = []
  const { read, delta } = makeServer({ whole: whole(['a'], null) })
  await fetchSavedRead({
    entry: undefined,
    delta,
    read: (options) => {
      order.push('read')
      return read(options)
    },
    findLastConfirmation: async () => {
      order.push('count')
      return 1
    },
  })
  expect(order).toEqual(['count', 'read'])
})

test('an unreadable outbox does not stop a read, and confirmed changes still overlay the result', async () => {
  expectConsole('warn', /outbox could not be asked/)
  const { asked: _, ...server } = makeServer({ whole: whole(['a'], null) })
  const failing = vi.fn().mockRejectedValue(new Error('no storage'))
  const next = await fetchSavedRead({ entry: undefined, findLastConfirmation: failing, ...server })
  expect(next).toMatchObject({ value: ['a'], ackedBefore: 0 })
})
