import type { QueryClient } from '@tanstack/react-query'

/** Whether a screen has data, from the server or from a saved copy, and nothing is being read. */
export function hasFirstData(client: QueryClient): boolean {
  const reads = client.getQueryCache().getAll()
  return client.isFetching() === 0 && reads.some(({ state }) => state.data !== undefined)
}
