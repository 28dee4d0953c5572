import { QueryCache, QueryClient } from '@tanstack/react-query'

/**
 * The one query client. A failed load is logged once, not per attempt, and its screen reports it (specification,
 * section 8). A request that is aborted because the page is left is not a failure.
 */
export function createQueryClient(page: EventTarget): QueryClient {
  const failing = new Set<string>()
  let isLeft = false
  page.addEventListener('pagehide', () => {
    isLeft = true
  })
  page.addEventListener('pageshow', () => {
    isLeft = false
  })
  const queryCache = new QueryCache({
    onError(error, query) {
      if (isLeft || failing.has(query.queryHash)) return
      failing.add(query.queryHash)
      console.error(`Could not load ${String(query.queryKey.at(-1))}:`, error.message)
    },
    onSuccess(_data, query) {
      failing.delete(query.queryHash)
    },
  })
  return new QueryClient({
    queryCache,
    defaultOptions: {
      // Reads are tried regardless of navigator.onLine; screens decide when to retry.
      queries: { networkMode: 'offlineFirst', retry: false, gcTime: Number.POSITIVE_INFINITY },
    },
  })
}
