import { QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query'

/**
 * Creates the page's query client. Logs a failing read once, not at each attempt; its screen reports the failure
 * (specification, section 8). Requests that the browser aborts when the person leaves the page are not logged.
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
      console.error(`Could not load ${nameOf(query.queryKey)}:`, error.message)
    },
    onSuccess(_data, query) {
      failing.delete(query.queryHash)
    },
  })
  return new QueryClient({
    queryCache,
    defaultOptions: {
      // Reads ignore navigator.onLine and are not retried automatically: screens decide when to retry.
      queries: { networkMode: 'offlineFirst', retry: false, gcTime: Number.POSITIVE_INFINITY },
    },
  })
}

/** The name of a read: without the record that a saved read is about, which the log must not name. */
function nameOf([kind, ...rest]: QueryKey): string {
  return String(kind === 'saved' ? rest[1] : rest.at(-1))
}
