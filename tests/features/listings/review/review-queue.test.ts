import { describe, expect, test } from 'vitest'
import { makePlaceOf } from '#src/domain/due/queue-order.ts'
import {
  countOpen,
  countSkipped,
  findFollowing,
  findNext,
  findPrevious,
  findUndoableDecision,
  listQueue,
  NO_TRAIL,
  placeLabel,
  visitOf,
} from '#src/features/listings/review/review-queue.ts'

type Status = 'pending' | 'approved' | 'rejected'

function posted(id: string, day: number | null, status: Status = 'pending') {
  const createdAt = day === null ? null : `2025-06-${String(day).padStart(2, '0')}T06:00:00.000Z`
  return { id, createdAt, resubmittedAt: null, status }
}

function resubmitted(id: string, day: number, status: Status = 'pending') {
  return { ...posted(id, 1, status), resubmittedAt: posted(id, day).createdAt }
}

const NONE = new Set<string>()
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).join(' ')

describe('the order of a review', () => {
  test.each([
    [
      'starts with the oldest listing',
      [posted('b', 9), posted('a', 12), posted('c', 3)],
      NONE,
      'c b a',
    ],
    ['sorts listings of the same date by id', [posted('b', 3), posted('a', 3)], NONE, 'a b'],
    ['has listings without a date last', [posted('a', null), posted('b', 28)], NONE, 'b a'],
    ['leaves out decided listings', [posted('a', 1, 'approved'), posted('b', 2)], NONE, 'b'],
    [
      'keeps the position of a listing decided in this review',
      [posted('c', 3), posted('a', 1, 'approved'), posted('b', 2, 'rejected')],
      new Set(['a']),
      'a c',
    ],
    [
      'starts with the resubmitted listings, the longest waiting first',
      [posted('a', 1), resubmitted('c', 20), posted('b', 2), resubmitted('d', 19)],
      NONE,
      'd c a b',
    ],
    ['is empty without listings', [], NONE, ''],
  ])('%s', (_name, listings, kept, expected) => {
    expect(ids(listQueue(listings, kept))).toBe(expected)
  })

  test('treats an invalid date as missing', () => {
    const broken = { ...posted('a', 1), createdAt: 'yesterday' }
    expect(ids(listQueue([broken, posted('b', 28)], NONE))).toBe('b a')
  })
})

test('resubmitted listings precede the others when moving forwards and backwards', () => {
  const queue = listQueue([posted('a', 1), resubmitted('b', 20), resubmitted('c', 21)], NONE)
  expect(findNext(queue, null)?.id).toBe('b')
  expect(findNext(queue, resubmitted('b', 20))?.id).toBe('c')
  expect(findNext(queue, resubmitted('c', 21))?.id).toBe('a')
  expect(findNext(queue, posted('a', 1))).toBeUndefined()
  expect(findPrevious(queue, posted('a', 1))?.id).toBe('c')
  // A listing decided in this review keeps its position.
  expect(ids(listQueue([posted('a', 1), resubmitted('b', 20, 'approved')], new Set(['b'])))).toBe(
    'b a',
  )
})

describe('moving from one listing to the next', () => {
  const queue = [posted('a', 1), posted('b', 2, 'approved'), posted('c', 3), posted('d', 4)]

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
    expect(placeLabel(queue, 'c')).toBe('3 of 4')
    expect(placeLabel(queue, 'gone')).toBeNull()
    const long = Array.from({ length: 123_456 }, (_, index) => posted(`${index}`, 1))
    expect(placeLabel(long, '122222')).toBe('1,22,223 of 1,23,456')
    expect(countOpen(queue)).toBe(3)
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
    const queue = listQueue([a, b, c, back], NONE)
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
    const queue = listQueue([a, resubmitted('r', 20), b], NONE)
    const trail = seenUpTo(resubmitted('r', 20), a)
    expect(findFollowing(queue, a, trail).row?.id).toBe('b')
    const again = listQueue([a, resubmitted('r', 22), b], NONE)
    expect(findFollowing(again, a, trail).row?.id).toBe('r')
  })

  test('is not missed when another one comes back while it is shown, nor at the end of the queue', () => {
    const [one, two] = [resubmitted('r1', 20), resubmitted('r2', 21)]
    const queue = listQueue([a, b, one, two], NONE)
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
    expect(findUndoableDecision(decisions, listings)?.listingId).toBe(expected)
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
    expect(ids(listQueue(listings, NONE, placeOf))).toBe(expected)
    expect(ids(listQueue(listings.toReversed(), NONE, placeOf))).toBe(expected)
  })

  test('goes on after a listing, and back', () => {
    const placeOf = makePlaceOf('price', NOW)
    const cheap = listing('a', 1, { price: 1 })
    const dear = listing('b', 2, { price: 3 })
    const between = listing('c', 3, { price: 2 })
    const queue = listQueue([cheap, dear, between], NONE, placeOf)
    expect(findNext(queue, dear, undefined, placeOf)?.id).toBe('c')
    expect(findPrevious(queue, cheap, placeOf)?.id).toBe('c')
  })

  test('shows a resubmitted listing next if its turn is over, and else in its turn', () => {
    const placeOf = makePlaceOf('price', NOW)
    const shown = listing('b', 2, { price: 3 })
    const next = listing('c', 3, { price: 2 })
    const passed = { ...resubmitted('d', 19), price: 9 }
    const ahead = { ...resubmitted('a', 19), price: 1 }
    const trail = { ...NO_TRAIL, seen: new Set([visitOf(shown)]) }
    const follow = (...rows: (typeof next | typeof ahead)[]) =>
      findFollowing(listQueue(rows, NONE, placeOf), shown, trail, undefined, placeOf)
    expect(follow(shown, next, ahead)).toEqual({ row: next, resumeAt: null })
    expect(follow(shown, next, passed)).toEqual({ row: passed, resumeAt: shown })
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
    expect(ids(listQueue(rows, NONE, placeOf))).toBe('s m t n r')
    expect(ids(listQueue(rows, NONE, makePlaceOf('age', 0, 'ravi')))).toBe('r n t m s')
  })

  test('is the same for all without a reviewer, such as the place that sellers read', () => {
    expect(ids(listQueue(rows, NONE, makePlaceOf('age', 0)))).toBe('r n m s t')
  })

  test('goes on with the next of the reviewer after a decision about one of theirs', () => {
    const decided = rows.map((row) =>
      row.id === 's' ? { ...row, status: 'approved' as const } : row,
    )
    const queue = listQueue(decided, new Set(['s']), placeOf)
    const [from = null] = queue
    const trail = { ...NO_TRAIL, seen: new Set(from ? [visitOf(from)] : []) }
    expect(findFollowing(queue, from, trail, undefined, placeOf)).toMatchObject({
      row: { id: 'm' },
      resumeAt: null,
    })
  })

  test('gives what is assigned to the reviewer meanwhile next, and goes on where it was', () => {
    const before = rows.map((row) => to(row.id === 'r' ? 'ravi' : null, row))
    const queue = listQueue(before, NONE, placeOf)
    expect(ids(queue)).toBe('s t n m r')
    const n = queue.find(({ id }) => id === 'n') ?? null
    const trail = { ...NO_TRAIL, seen: new Set(['s', 't', 'n'].flatMap((id) => visits(queue, id))) }
    const later = listQueue(
      before.map((row) => (row.id === 'r' ? to('me', row) : row)),
      NONE,
      placeOf,
    )
    const given = findFollowing(later, n, trail, undefined, placeOf)
    expect(given).toMatchObject({ row: { id: 'r' }, resumeAt: { id: 'n' } })
    const shown = given.row ?? null
    const after = {
      seen: new Set([...trail.seen, ...visits(later, 'r')]),
      resumeAt: new Map([['r', n ?? posted('', 1)]]),
    }
    expect(findFollowing(later, shown, after, undefined, placeOf).row?.id).toBe('m')
  })

  const visits = (queue: readonly (typeof rows)[number][], id: string) =>
    queue.filter((row) => row.id === id).map(visitOf)
})
