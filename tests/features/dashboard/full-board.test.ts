import { expect, test } from 'vitest'
import { isFullBoard } from '#src/features/dashboard/full-board.ts'

const listings = (count: number, status: 'pending' | 'approved' = 'pending') =>
  Array.from({ length: count }, () => ({ status }))

test.each([
  [listings(49), false],
  [listings(50), true],
  [[...listings(49), ...listings(1, 'approved')], false],
  [[], false],
])('more listings may wait than a board of 50 pending ones has, %#', (board, isFull) => {
  expect(isFullBoard(board)).toBe(isFull)
})
