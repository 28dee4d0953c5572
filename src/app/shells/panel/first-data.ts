import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** Whether a screen has data, from the server or from a saved copy, and nothing is being read. */
export function hasFirstData(client: QueryClient): boolean {
  const reads = client.getQueryCache().getAll()
  return client.isFetching() === 0 && reads.some(({ state }) => state.data !== undefined)
}

/** True from the moment at which `hasFirstData` was. */
export function useHasFirstData(client: QueryClient): boolean {
  const [isThere, setThere] = useState(() => hasFirstData(client))
  useEffect(() => {
    if (isThere) return
    return client.getQueryCache().subscribe(({ type }) => {
      if (type === 'updated' && hasFirstData(client)) setThere(true)
    })
  }, [client, isThere])
  return isThere
}
