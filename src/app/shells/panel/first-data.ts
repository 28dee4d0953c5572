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

/** Loads code that no screen waits for, once it is due. Returns whether it is there; after a failure it never is. */
export function useLoaded({ load }: { load(): Promise<unknown> }, isDue: boolean): boolean {
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => {
    if (!isDue) return
    let isOver = false
    load().then(
      () => isOver || setLoaded(true),
      (error: unknown) => console.warn('A part of the panel did not load.', error),
    )
    return () => {
      isOver = true
    }
  }, [load, isDue])
  return isLoaded
}
