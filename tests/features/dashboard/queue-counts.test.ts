import { expect, test } from 'vitest'
import { countToReview } from '#src/features/dashboard/queue-counts.ts'

const listings = (count: number, status: 'pending' | 'approved' = 'pending') =>
  Array.from({ length: count }, () => ({ status }))
const QUEUE = { waiting: 622, decidedToday: 0 }
const DECIDED = [...listings(47), ...listings(3, 'approved')]

test.each([
  ['all that wait', QUEUE, listings(50), listings(50), { count: 622, isMore: false }],
  [
    'all that wait but three decided here',
    QUEUE,
    listings(50),
    DECIDED,
    { count: 619, isMore: false },
  ],
  [
    'a whole small queue',
    { ...QUEUE, waiting: 2 },
    listings(2),
    listings(2),
    { count: 2, isMore: false },
  ],
  ['a full board of an uncounted queue', null, listings(50), DECIDED, { count: 47, isMore: true }],
  [
    'a small board of an uncounted queue',
    null,
    listings(49),
    listings(49),
    { count: 49, isMore: false },
  ],
  ['a board with decided listings', null, DECIDED, DECIDED, { count: 47, isMore: false }],
])('the number to review is true for %s', (_, queue, board, rows, counted) => {
  expect(countToReview(queue, board, rows)).toEqual(counted)
})
