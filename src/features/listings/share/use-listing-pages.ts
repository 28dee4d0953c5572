import { type QueryClient, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { type PageStart, readListingPage } from '#src/api/sections/listings-api.ts'
import type { RemovedListings } from '#src/domain/listing/device-share.ts'
import { useUserId } from '#src/session/use-session.ts'
import type { ServerPages } from './use-share.ts'

const KEPT_MS = 300_000 // pages of an earlier filter, for a person who goes back to it
const MOST_PAGES = 15 // 3,000 listings: the page stays small, however far one scrolls

/** Which page to read, and how many listings come before it, as far as that is known. */
interface PageParam {
  at: PageStart
  /** How many listings come before the page, or before the one after it. */
  before?: number
  beforeNext?: number
  origin: number
}

const FIRST: PageParam = { at: { start: 0 }, before: 0, origin: 0 }

/**
 * Neighbouring pages of a query, read while the table is scrolled. Deleted listings leave them with the news that the share
 * is kept by. After the share was read anew, nobody knows which were deleted: the pages are read again. Without a network,
 * the pages stay, among the device's rows.
 */
export function useListingPages(query: string, removed: RemovedListings | null, isOnline: boolean) {
  const userId = useUserId()
  const client = useQueryClient()
  const since = removed?.since ?? null
  const queryKey = useMemo(() => ['pages', userId, query, 'listing-pages'], [userId, query]) // the log names the last part
  const read = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => readPage(query, { param: pageParam, since, signal }),
    initialPageParam: FIRST,
    enabled: isOnline,
    getNextPageParam: findNext,
    getPreviousPageParam: findPrevious,
    maxPages: MOST_PAGES,
    gcTime: KEPT_MS,
    // A listing that changes meanwhile joins the share by a delta.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    structuralSharing: false,
  })
  const { data, isFetching, error, refetch, fetchNextPage, fetchPreviousPage } = read
  const { hasNextPage, hasPreviousPage, isFetchPreviousPageError } = read
  const isOutdated = data?.pages.some((page) => page.since !== since) ?? false
  const isFailed = error !== null
  useEffect(() => {
    if (isOutdated && isOnline && !isFetching && !isFailed) void refetch()
  }, [isOutdated, isOnline, isFetching, isFailed, refetch])
  const joined = useMemo(() => joinPages(data?.pages, removed), [data, removed])
  // After a failure, a press asks again, not the next scroll.
  const isIdle = !isFetching && !isFailed
  const pages = useMemo(
    (): ServerPages | null =>
      joined && {
        query,
        ...joined,
        isComplete: !hasNextPage && !hasPreviousPage,
        ...(!isOnline && { rowsBefore: 0 }),
        less: isOnline && hasPreviousPage ? () => void (isIdle && fetchPreviousPage()) : null,
        more: isOnline && hasNextPage ? () => void (isIdle && fetchNextPage()) : null,
      },
    [
      query,
      joined,
      isOnline,
      hasNextPage,
      hasPreviousPage,
      isIdle,
      fetchNextPage,
      fetchPreviousPage,
    ],
  )
  return {
    pages,
    isFailed,
    /** Reads again what failed. */
    retry() {
      if (!data || isOutdated) void refetch()
      else void (isFetchPreviousPageError ? fetchPreviousPage() : fetchNextPage())
    },
    /** Replaces the pages by the one that begins after `start` listings, or the last one. @throws ApiError */
    goTo: (start: number | 'end', signal?: AbortSignal) =>
      goTo(client, { queryKey, query, since, start, signal }),
  }
}

// An empty page has no cursors. None of its rows are left, so the page beside it is the first or the last one of the list.

function findNext(page: Page, _: unknown, { before }: PageParam): PageParam | null {
  const { nextCursor, rowsBefore, rows, origin } = page
  if (nextCursor !== null)
    return { at: { cursor: nextCursor }, before: rowsBefore + rows.length, origin }
  return rows.length === 0 && before === undefined ? { ...FIRST, origin } : null
}

function findPrevious(page: Page, _: unknown, { before = 0 }: PageParam): PageParam | null {
  const { previousCursor, rowsBefore, rows, origin, total } = page
  if (previousCursor !== null)
    return { at: { cursor: previousCursor }, beforeNext: rowsBefore, origin }
  return rows.length === 0 && before > 0
    ? { at: { start: 'end' }, beforeNext: total ?? before, origin }
    : null
}

async function goTo(client: QueryClient, options: GoToOptions): Promise<void> {
  const { queryKey, query, since, start, signal } = options
  const param: PageParam = { at: { start }, origin: 0, ...(start !== 'end' && { before: start }) }
  const page = await readPage(query, { param, since, signal })
  // The list is shorter than it was.
  if (page.rows.length === 0 && start !== 'end') return goTo(client, { ...options, start: 'end' })
  // A page that is still being read would bring the former ones back.
  if (!signal?.aborted) await client.cancelQueries({ queryKey })
  if (signal?.aborted) return
  const known = client.getQueryData<Pages>(queryKey)
  const origin = Math.max(0, ...(known?.pages ?? []).map((one) => one.origin)) + 1
  client.setQueryData<Pages>(queryKey, {
    pages: [{ ...page, origin }],
    pageParams: [{ ...param, origin }],
  })
}

async function readPage(query: string, { param, since, signal }: ReadOptions) {
  const page = await readListingPage(query, param.at, signal)
  const before = param.before ?? (param.beforeNext ?? page.total ?? 0) - page.rows.length
  return {
    ...page,
    since,
    origin: param.origin,
    // Others may have joined or left meanwhile.
    rowsBefore: page.previousCursor === null ? 0 : Math.max(0, before),
  }
}

type Page = Awaited<ReturnType<typeof readPage>>

interface Pages {
  pages: Page[]
  pageParams: PageParam[]
}

interface GoToOptions {
  queryKey: readonly unknown[]
  query: string
  since: string | null
  start: number | 'end'
  signal: AbortSignal | undefined
}

interface ReadOptions {
  param: PageParam
  since: string | null
  signal: AbortSignal | undefined
}

/** The listings of all pages that were not deleted, and how many the query has without the deleted ones. */
function joinPages(pages: readonly Page[] | undefined, removed: RemovedListings | null) {
  const [first] = pages ?? []
  if (!pages || !first) return null
  const gone = new Set(removed?.ids)
  const sent = pages.flatMap((page) => page.rows)
  const rows = sent.filter(({ id }) => !gone.has(id))
  const { total, rowsBefore, origin } = first
  const leftOut = sent.length - rows.length
  return { rows, rowsBefore, origin, total: total === null ? null : total - leftOut }
}
