import type { Dashboard } from '#src/domain/dashboard.ts'
import type { Listing } from '#src/domain/listing/listing.ts'

type Queue = NonNullable<Dashboard['queue']>
type Rows = readonly Pick<Listing, 'status'>[]

/** How many listings of the board this device has decided since the server counted; negative if it took back more. */
export function countDecidedHere(board: Rows, rows: Rows): number {
  return countPending(board) - countPending(rows)
}

/** The listings that wait for a decision. `rows` is the board with the decisions of this device. */
export function countWaiting({ waiting }: Queue, board: Rows, rows: Rows): number {
  return Math.max(0, waiting - countDecidedHere(board, rows))
}

const countPending = (rows: Rows) => rows.filter(({ status }) => status === 'pending').length
