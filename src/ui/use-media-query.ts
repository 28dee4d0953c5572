import { useCallback, useMemo, useSyncExternalStore } from 'react'

/** Whether the query matches, and again when that changes. Where nothing can be asked, it does not. */
export function useMediaQuery(query: string): boolean {
  const list = useMemo(() => window.matchMedia?.(query), [query])
  const subscribe = useCallback(
    (onChange: () => void) => {
      list?.addEventListener('change', onChange)
      return () => list?.removeEventListener('change', onChange)
    },
    [list],
  )
  return useSyncExternalStore(subscribe, () => list?.matches ?? false)
}
