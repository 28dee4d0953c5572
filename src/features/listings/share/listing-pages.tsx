import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { readListingPage } from '#src/api/sections/listings-api.ts'
import { groupIndian } from '#src/domain/money.ts'
import { useUserId } from '#src/session/use-session.ts'
import type { Share } from './use-share.ts'

const KEPT_MS = 300_000 // pages of an earlier filter, for a person who goes back to it

/** Reads the pages of a query while the table is scrolled, and says how far they have come. */
export function ListingPages({ query, setPages }: ListingPagesProps) {
  const userId = useUserId()
  const { data, hasNextPage, isFetching, fetchNextPage, error, refetch } = useInfiniteQuery({
    queryKey: ['pages', userId, query, 'listing-pages'], // the log names the last part
    queryFn: ({ pageParam, signal }) => readListingPage(query, pageParam, signal),
    initialPageParam: null as string | null, // the type of a cursor
    getNextPageParam: (last) => last.nextCursor,
    gcTime: KEPT_MS,
    // A listing that changes meanwhile is on the device by a delta.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    structuralSharing: false,
  })
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows), [data])
  const total = data?.pages[0]?.total ?? null
  useEffect(() => {
    if (!rows) return
    const more = () => void (hasNextPage && !isFetching && fetchNextPage())
    setPages({ query, rows, total, isComplete: !hasNextPage, more })
  }, [query, rows, total, hasNextPage, isFetching, fetchNextPage, setPages])

  if (error)
    return (
      <span>
        <span>The server did not send the others.</span>{' '}
        <button
          type="button"
          className="read-line-action"
          onClick={() => void (rows ? fetchNextPage() : refetch())}
        >
          Retry
        </button>
      </span>
    )
  return <span>{sayProgress(rows?.length, total, hasNextPage)}</span>
}

function sayProgress(sent: number | undefined, total: number | null, isMore: boolean): string {
  if (sent === undefined) return 'Asking the server…'
  if (!isMore) return 'From the server: all that match.'
  const whole = total === null ? '' : ` of ${groupIndian(total)}`
  return `From the server: the first ${groupIndian(sent)}${whole}.`
}

interface ListingPagesProps extends Pick<Share, 'setPages'> {
  query: string
}
