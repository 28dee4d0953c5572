import { describe, expect, test } from 'vitest'
import { makePlaceOf } from '#src/domain/due/queue-order.ts'
import {
  countOpen,
  countSkipped,
  findFollowing,
  findNext,
  findPrevious,
  findUndoableDecision,
  makeQueue,
  NO_TRAIL,
  placeLabel,
  visitOf,
  withKept,
} from '#src/features/listings/review/review-queue.ts'

type Status = 'pending' | 'approved' | 'rejected'

function posted(id: string, day: number | null, status: Status = 'pending') {
  const createdAt = day === null ? null : `2025-06-${String(day).padStart(2, '0')}T06:00:00.000Z`
  return { id, createdAt, resubmittedAt: null, status }
}

function resubmitted(id: string, day: number, status: Status = 'pending') {
  return { ...posted(id, 1, status), resubmittedAt: posted(id, day).createdAt }
}

const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).join(' ')

describe('the order of a review', () => {
  test.each([
    ['starts with the oldest listing', [posted('b', 9), posted('a', 12), posted('c', 3)], 'c b a'],
    ['sorts listings of the same date by id', [posted('b', 3), posted('a', 3)], 'a b'],
    ['has listings without a date last', [posted('a', null), posted('b', 28)], 'b a'],
    ['leaves out decided listings', [posted('a', 1, 'approved'), posted('b', 2)], 'b'],
    [
      'starts with the resubmitted listings, the longest waiting first',
      [posted('a', 1), resubmitted('c', 20), posted('b', 2), resubmitted('d', 19)],
      'd c a b',
    ],
    ['is empty without listings', [], ''],
  ])('%s', (_name, listings, expected) => {
    expect(ids(makeQueue(listings).waiting)).toBe(expected)
  })

  test('treats an invalid date as missing', () => {
    const broken = { ...posted('a', 1), createdAt: 'yesterday' }
    expect(ids(makeQueue([broken, posted('b', 28)]).waiting)).toBe('b a')
  })

  test('keeps the places of listings that are decided in this review, and of no other', () => {
    const listings = [posted('c', 3), posted('a', 1, 'approved'), posted('b', 2, 'rejected')]
    const queue = withKept(makeQueue(listings), listings.slice(0, 2))
    const labels = ['a', 'b', 'c'].map((id) => placeLabel(queue, posted(id, ' abc'.indexOf(id))))
    expect(labels).toEqual(['1 of 2', null, '2 of 2'])
  })

  test('keeps a listing in view that waits and is not among those to review', () => {
    const [a, b, shown] = [posted('a', 1), posted('c', 3), posted('b', 2)]
    const queue = withKept(makeQueue([a, b]), [shown])
    expect(placeLabel(queue, shown)).toBe('2 of 3')
    expect(findNext(queue, shown)?.id).toBe('c')
  })
})

test('resubmitted listings precede the others when moving forwards and backwards', () => {
  const queue = makeQueue([posted('a', 1), resubmitted('b', 20), resubmitted('c', 21)])
  expect(findNext(queue, null)?.id).toBe('b')
  expect(findNext(queue, resubmitted('b', 20))?.id).toBe('c')
  expect(findNext(queue, resubmitted('c', 21))?.id).toBe('a')
  expect(findNext(queue, posted('a', 1))).toBeUndefined()
  expect(findPrevious(queue, posted('a', 1))?.id).toBe('c')
  // A listing decided in this review keeps its position.
  const rows = [posted('a', 1), resubmitted('b', 20, 'approved')]
  const kept = withKept(makeQueue(rows), rows.slice(1, 2))
  expect(placeLabel(kept, resubmitted('b', 20))).toBe('1 of 2')
})

describe('moving from one listing to the next', () => {
  const rows = [posted('a', 1), posted('b', 2, 'approved'), posted('c', 3), posted('d', 4)]
  const queue = withKept(makeQueue(rows), rows.slice(1, 2))

  test.each([
    ['the first if no listing is shown', null, 'a'],
    ['the next undecided listing', posted('a', 1), 'c'],
    ['the one after a shown listing that was decided elsewhere', posted('b', 2, 'approved'), 'c'],
    ['the one after the position of a deleted listing', posted('gone', 3), 'd'],
    ['undefined after the last', posted('d', 4), undefined],
  ])('the next listing is %s', (_name, from, expected) => {
    expect(findNext(queue, from)?.id).toBe(expected)
  })

  test.each([
    ['the last if no listing is shown', null, 'd'],
    ['the previous undecided listing', posted('c', 3), 'a'],
    ['the one before the position of a deleted listing', posted('gone', 3), 'c'],
    ['undefined before the first', posted('a', 1), undefined],
  ])('the previous listing is %s', (_name, from, expected) => {
    expect(findPrevious(queue, from)?.id).toBe(expected)
  })

  test('the position "3 of 4" counts listings decided in this review; the number of open listings does not', () => {
    expect(placeLabel(queue, posted('c', 3))).toBe('3 of 4')
    expect(placeLabel(queue, posted('gone', 3))).toBeNull()
    const long = Array.from({ length: 123_456 }, (_, at) => posted(`${at}`.padStart(6, '0'), 1))
    expect(placeLabel(makeQueue(long), posted('122222', 1))).toBe('1,22,223 of 1,23,456')
    expect(countOpen(rows)).toBe(3)
  })
})

describe('a listing that is resubmitted during a review', () => {
  const [a, b, c] = [posted('a', 1), posted('b', 2), posted('c', 3)]
  const seenUpTo = (...rows: Parameters<typeof visitOf>[0][]) => ({
    ...NO_TRAIL,
    seen: new Set(rows.map(visitOf)),
  })

  test('is shown next, and then the review goes on where it was', () => {
    const back = resubmitted('r', 20)
    const queue = makeQueue([a, b, c, back])
    const trail = seenUpTo(a, b)
    const first = findFollowing(queue, b, trail)
    expect(first).toEqual({ row: back, resumeAt: b })
    const later = { seen: seenUpTo(a, b, back).seen, resumeAt: new Map([['r', b]]) }
    expect(findFollowing(queue, back, later)).toEqual({ row: c, resumeAt: null })
    // Skipped listings are not shown again before the end.
    expect(findFollowing(queue, c, later).row).toBeUndefined()
    expect(countSkipped(queue, later)).toBe(3)
  })

  test('is shown once, unless it is resubmitted once more', () => {
    const queue = makeQueue([a, resubmitted('r', 20), b])
    const trail = seenUpTo(resubmitted('r', 20), a)
    expect(findFollowing(queue, a, trail).row?.id).toBe('b')
    const again = makeQueue([a, resubmitted('r', 22), b])
    expect(findFollowing(again, a, trail).row?.id).toBe('r')
  })

  test('is not missed when another one comes back while it is shown, nor at the end of the queue', () => {
    const [one, two] = [resubmitted('r1', 20), resubmitted('r2', 21)]
    const queue = makeQueue([a, b, one, two])
    const trail = { seen: seenUpTo(a, one).seen, resumeAt: new Map([['r1', a]]) }
    expect(findFollowing(queue, one, trail)).toEqual({ row: two, resumeAt: a })
    const atEnd = { seen: seenUpTo(a, b, one).seen, resumeAt: new Map() }
    expect(findFollowing(queue, b, atEnd).row?.id).toBe('r2')
  })
})

describe('the decision that Undo reverts', () => {
  const decided = (listingId: string, to: 'approved' | 'rejected') => ({
    listingId,
    to,
    made: null,
  })

  test.each([
    ['the newest decision', [posted('a', 1, 'approved'), posted('b', 2, 'rejected')], 'b'],
    [
      'not a decision already undone in its toast',
      [posted('a', 1, 'approved'), posted('b', 2)],
      'a',
    ],
    ['not a decision about a deleted listing', [posted('a', 1, 'approved')], 'a'],
    ['not a decision changed by another person', [posted('b', 2, 'approved')], undefined],
  ])('is %s', (_name, listings, expected) => {
    const decisions = [decided('a', 'approved'), decided('b', 'rejected')]
    const queue = withKept(makeQueue(listings), listings)
    expect(findUndoableDecision(decisions, queue)?.listingId).toBe(expected)
  })
})

describe('another order', () => {
  const listing = (id: string, day: number, rest: object = {}) => ({ ...posted(id, day), ...rest })
  const NOW = Date.parse('2025-06-20T06:00:00.000Z')
  const BOOST = { boostedUntil: '2025-06-21T06:00:00.000Z' }
  const OVER = { boostedUntil: '2025-06-20T06:00:00.000Z' }

  test.each([
    ['age', [resubmitted('b', 9), listing('c', 12), listing('a', 3)], 'a b c'],
    [
      'due',
      [
        listing('a', 1, { dueAt: null }),
        listing('c', 3, { dueAt: '2025-06-10T06:00:00.000Z' }),
        listing('b', 2, { dueAt: '2025-06-10T06:00:00.000Z' }),
        listing('d', 4, { dueAt: '2025-06-09T06:00:00.000Z' }),
      ],
      'd b c a',
    ],
    [
      'boost',
      [listing('a', 1, OVER), listing('c', 9, BOOST), resubmitted('d', 2), listing('b', 8, BOOST)],
      'b c a d',
    ],
    [
      'price',
      [
        listing('a', 1, { price: null, rent: 20_000, startingBid: null }),
        listing('b', 9, { price: 5_000_000, rent: null, startingBid: null }),
        listing('d', 2, { price: null, rent: null, startingBid: null }),
        listing('c', 8, { price: null, rent: null, startingBid: 5_000_000 }),
      ],
      'c b a d',
    ],
  ] as const)('by %s, then by the time of waiting, then by id', (order, listings, expected) => {
    const placeOf = makePlaceOf(order, NOW)
    expect(ids(makeQueue(listings, placeOf).waiting)).toBe(expected)
    expect(ids(makeQueue(listings.toReversed(), placeOf).waiting)).toBe(expected)
  })

  test('goes on after a listing, and back', () => {
    const placeOf = makePlaceOf('price', NOW)
    const cheap = listing('a', 1, { price: 1 })
    const dear = listing('b', 2, { price: 3 })
    const between = listing('c', 3, { price: 2 })
    const queue = makeQueue([cheap, dear, between], placeOf)
    expect(findNext(queue, dear)?.id).toBe('c')
    expect(findPrevious(queue, cheap)?.id).toBe('c')
  })

  test('shows a resubmitted listing next if its turn is over, and else in its turn', () => {
    const placeOf = makePlaceOf('price', NOW)
    const shown = listing('b', 2, { price: 3 })
    const next = listing('c', 3, { price: 2 })
    const passed = { ...resubmitted('d', 19), price: 9 }
    const ahead = { ...resubmitted('a', 19), price: 1 }
    const trail = { ...NO_TRAIL, seen: new Set([visitOf(shown)]) }
    const follow = (...rows: (typeof next | typeof ahead)[]) =>
      findFollowing(makeQueue(rows, placeOf), shown, trail)
    expect(follow(shown, next, ahead)).toEqual({ row: next, resumeAt: null })
    expect(follow(shown, next, passed)).toEqual({ row: passed, resumeAt: shown })
  })
})

describe('the order by hints', () => {
  const placeOf = makePlaceOf('hint', 0)

  test('has listings with a hint first, then the others, each by the time of waiting', () => {
    const rows = [
      { ...posted('n', 1), hints: [] },
      { ...posted('u', 2), hints: null },
      { ...posted('h', 9), hints: ['photo' as const] },
      { ...resubmitted('r', 5), hints: ['price' as const, 'text' as const] },
      posted('b', 3),
    ]
    expect(ids(makeQueue(rows, placeOf).waiting)).toBe('r h n u b')
  })
})

describe('a queue in which listings are assigned', () => {
  const placeOf = makePlaceOf('resubmission', 0, 'me')
  const to = (assigneeId: string | null, row: ReturnType<typeof resubmitted>) => ({
    ...row,
    assigneeId,
  })
  const rows = [
    to('ravi', posted('r', 1)),
    to(null, posted('n', 2)),
    to('me', posted('m', 3)),
    to('me', resubmitted('s', 4)),
    to(null, resubmitted('t', 5)),
  ]

  test('has those of the reviewer first, then those of nobody, then those of colleagues', () => {
    expect(ids(makeQueue(rows, placeOf).waiting)).toBe('s m t n r')
    expect(ids(makeQueue(rows, makePlaceOf('age', 0, 'ravi')).waiting)).toBe('r n t m s')
  })

  test('is the same for all without a reviewer, such as the place that sellers read', () => {
    expect(ids(makeQueue(rows, makePlaceOf('age', 0)).waiting)).toBe('r n m s t')
  })

  test('goes on with the next of the reviewer after a decision about one of theirs', () => {
    const decided = rows.map((row) =>
      row.id === 's' ? { ...row, status: 'approved' as const } : row,
    )
    const from = decided.find(({ id }) => id === 's') ?? null
    const queue = withKept(
      makeQueue(decided, placeOf),
      decided.filter(({ id }) => id === 's'),
    )
    const trail = { ...NO_TRAIL, seen: new Set(visits(decided, 's')) }
    expect(findFollowing(queue, from, trail)).toMatchObject({ row: { id: 'm' }, resumeAt: null })
  })

  test('gives what is assigned to the reviewer meanwhile next, and goes on where it was', () => {
    const before = rows.map((row) => to(row.id === 'r' ? 'ravi' : null, row))
    expect(ids(makeQueue(before, placeOf).waiting)).toBe('s t n m r')
    const n = before.find(({ id }) => id === 'n') ?? null
    const seen = ['s', 't', 'n'].flatMap((id) => visits(before, id))
    const later = before.map((row) => (row.id === 'r' ? to('me', row) : row))
    const queue = makeQueue(later, placeOf)
    const given = findFollowing(queue, n, { ...NO_TRAIL, seen: new Set(seen) })
    expect(given).toMatchObject({ row: { id: 'r' }, resumeAt: { id: 'n' } })
    const after = {
      seen: new Set([...seen, ...visits(later, 'r')]),
      resumeAt: new Map([['r', n ?? posted('', 1)]]),
    }
    expect(findFollowing(queue, given.row ?? null, after).row?.id).toBe('m')
  })

  const visits = (queue: readonly (typeof rows)[number][], id: string) =>
    queue.filter((row) => row.id === id).map(visitOf)
})
