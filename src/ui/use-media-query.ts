import { useCallback, useMemo, useSyncExternalStore } from 'react'

/** Whether the query matches, kept up to date; false without matchMedia. */
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
