import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { readListingPage } from '#src/api/sections/listings-api.ts'
import type { RemovedListings } from '#src/domain/listing/device-share.ts'
import { groupIndian } from '#src/domain/money.ts'
import { useUserId } from '#src/session/use-session.ts'
import type { Share } from './use-share.ts'

const KEPT_MS = 300_000 // pages of an earlier filter, for a person who goes back to it

/**
 * Reads the pages of a query while the table is scrolled, and says how far they have come. Deleted listings leave them with
 * the news that the share is kept by. After the share was read anew, nobody knows which were deleted: the pages are read
 * again.
 */
export function ListingPages({ query, removed, setPages }: ListingPagesProps) {
  const userId = useUserId()
  const since = removed?.since ?? null
  const { data, hasNextPage, isFetching, fetchNextPage, error, refetch } = useInfiniteQuery({
    queryKey: ['pages', userId, query, 'listing-pages'], // the log names the last part
    queryFn: async ({ pageParam, signal }) => ({
      since,
      ...(await readListingPage(query, pageParam, signal)),
    }),
    initialPageParam: null as string | null, // the type of a cursor
    getNextPageParam: (last) => last.nextCursor,
    gcTime: KEPT_MS,
    // A listing that changes meanwhile joins the share by a delta.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    structuralSharing: false,
  })
  const { rows, total } = useMemo(() => joinPages(data?.pages, removed), [data, removed])
  const isOutdated = data?.pages.some((page) => page.since !== since) ?? false
  const isFailed = error !== null
  useEffect(() => {
    if (isOutdated && !isFetching && !isFailed) void refetch()
  }, [isOutdated, isFetching, isFailed, refetch])
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
          onClick={() => void (rows && !isOutdated ? fetchNextPage() : refetch())}
        >
          Retry
        </button>
      </span>
    )
  return <span>{sayProgress(rows?.length, total, hasNextPage)}</span>
}

type Page = Awaited<ReturnType<typeof readListingPage>>

/** The listings of all pages that were not deleted, and how many all pages have without the deleted ones. */
function joinPages(pages: readonly Page[] | undefined, removed: RemovedListings | null) {
  const gone = new Set(removed?.ids)
  const sent = pages?.flatMap((page) => page.rows)
  const rows = sent?.filter(({ id }) => !gone.has(id))
  const total = pages?.[0]?.total ?? null
  const isCounted = sent && rows && total !== null
  return { rows, total: isCounted ? total - (sent.length - rows.length) : total }
}

function sayProgress(sent: number | undefined, total: number | null, isMore: boolean): string {
  if (sent === undefined) return 'Asking the server…'
  if (!isMore) return 'From the server: all that match.'
  const whole = total === null ? '' : ` of ${groupIndian(total)}`
  return `From the server: the first ${groupIndian(sent)}${whole}.`
}

interface ListingPagesProps extends Pick<Share, 'removed' | 'setPages'> {
  query: string
}
