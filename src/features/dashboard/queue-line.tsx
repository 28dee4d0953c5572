import { Link } from 'react-router-dom'
import { decidedPath, OLDEST_WAITING_PATH, WAITING_PATH } from '#src/config/paths.ts'
import type { Dashboard } from '#src/domain/dashboard.ts'
import { formatAgeInWords, indianDate } from '#src/domain/dates.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { groupIndian } from '#src/domain/money.ts'
import { useOverlay } from '#src/outbox/use-outbox.ts'
import { useNow } from '#src/ui/use-now.ts'
import { countDecidedHere, countStillWaiting } from './queue-counts.ts'

/** How the queue of reviews stands, in one line whose parts lead to their lists. Includes decisions of this device. */
export function QueueLine({ queue, listings, ackedBefore, isLoading }: QueueLineProps) {
  const { rows } = useOverlay(listings, ackedBefore)
  const nowMs = useNow()
  if (!queue) return isLoading ? <p className="queue-line" /> : null
  const waiting = countStillWaiting(queue, listings, rows)
  const decidedToday = Math.max(0, queue.decidedToday + countDecidedHere(listings, rows))
  const oldestMs = findOldestMs(rows)
  return (
    <p className="queue-line">
      <Link to={WAITING_PATH}>{`${groupIndian(waiting)} waiting`}</Link>
      {oldestMs !== null && (
        <>
          <span>{' · '}</span>
          <Link to={OLDEST_WAITING_PATH}>{`oldest ${formatAgeInWords(nowMs - oldestMs)}`}</Link>
        </>
      )}
      <span>{' · '}</span>
      <Link to={decidedPath(indianDate(nowMs))}>
        {`${groupIndian(decidedToday)} decided today`}
      </Link>
    </p>
  )
}

interface QueueLineProps {
  queue: Dashboard['queue']
  /** The board, which has the oldest of the waiting listings. */
  listings: readonly Listing[]
  ackedBefore: number
  /** Keeps the place of the line. */
  isLoading: boolean
}

const isPending = ({ status }: Listing) => status === 'pending'

/** Since when the oldest pending listing waits, in epoch milliseconds; null if none has a date. */
function findOldestMs(listings: readonly Listing[]): number | null {
  const times = listings
    .filter(isPending)
    .map(({ resubmittedAt, createdAt }) => Date.parse(resubmittedAt ?? createdAt ?? ''))
    .filter((time) => !Number.isNaN(time))
  return times.length > 0 ? Math.min(...times) : null
}
