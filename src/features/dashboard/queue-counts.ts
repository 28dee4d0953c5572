import type { Dashboard } from '#src/domain/dashboard.ts'
import type { Listing } from '#src/domain/listing/listing.ts'

type Queue = NonNullable<Dashboard['queue']>
type Rows = readonly Pick<Listing, 'status'>[]

/** How many listings of the board this device has decided since the server counted; negative if it took back more. */
export function countDecidedHere(board: Rows, rows: Rows): number {
  return countPending(board) - countPending(rows)
}

/** The listings that wait for a decision. `rows` is the board with the decisions of this device. */
export function countStillWaiting({ waiting }: Queue, board: Rows, rows: Rows): number {
  return Math.max(0, waiting - countDecidedHere(board, rows))
}

/** The listings to review, of the board's if the server does not count the queue; `isMore` if the board may lack some. */
export function countToReview(
  queue: Dashboard['queue'],
  board: Rows,
  rows: Rows,
): { count: number; isMore: boolean } {
  // A bare backend does not count the queue.
  if (!queue) return { count: countPending(rows), isMore: isFullBoard(board) }
  return { count: countStillWaiting(queue, board, rows), isMore: false }
}

const BOARD_LISTINGS = 50 // as many as the server puts on the board, pending ones first

/** `board` has the server's listings, without decisions of this device. */
function isFullBoard(board: Rows): boolean {
  return board.length >= BOARD_LISTINGS && board.every(({ status }) => status === 'pending')
}

const countPending = (rows: Rows) => rows.filter(({ status }) => status === 'pending').length
