import { useEffect, useState } from 'react'
import { PAGE_ROWS } from '#src/api/sections/listings-api.ts'
import { groupIndian } from '#src/domain/money.ts'
import { GoToRow } from './go-to-row.tsx'
import { useListingPages } from './use-listing-pages.ts'
import type { ServerPages, Share } from './use-share.ts'

const ASKING = 'Asking the server…'

/** Reads the pages of a query while the table is scrolled, says which they are, and goes to any row of it. */
export function ListingPages({ query, removed, isOnline, setPages }: ListingPagesProps) {
  const { pages, isFailed, retry, goTo } = useListingPages(query, removed, isOnline)
  const [isGoing, setGoing] = useState(false)
  useEffect(() => {
    if (pages) setPages(pages)
  }, [pages, setPages])
  const total = pages?.total ?? 0
  const action = isFailed
    ? { label: 'Retry', onClick: retry }
    : total > PAGE_ROWS && { label: 'Go to row', onClick: () => setGoing(true) }
  return (
    <span>
      {isOnline && (
        <span>
          <span>{isFailed ? 'The server did not send the others.' : sayProgress(pages)}</span>{' '}
          {action && (
            <button type="button" className="read-line-action" onClick={action.onClick}>
              {action.label}
            </button>
          )}
        </span>
      )}
      {isGoing && (
        <GoToRow
          total={total}
          isFiltered={isFiltered(query)}
          goTo={goTo}
          onClose={() => setGoing(false)}
        />
      )}
    </span>
  )
}

function sayProgress(pages: ServerPages | null): string {
  if (!pages) return ASKING
  const { rows, rowsBefore, total, isComplete } = pages
  if (isComplete) return 'From the server: all that match.'
  if (rows.length === 0) return ASKING
  const whole = total === null ? '' : ` of ${groupIndian(total)}`
  const last = groupIndian(rowsBefore + rows.length)
  const which = rowsBefore === 0 ? `the first ${last}` : `${groupIndian(rowsBefore + 1)} to ${last}`
  return `From the server: ${which}${whole}.`
}

const isFiltered = (query: string) =>
  [...new URLSearchParams(query).keys()].some((name) => name !== 'sort')

interface ListingPagesProps extends Pick<Share, 'removed' | 'setPages'> {
  query: string
  isOnline: boolean
}
