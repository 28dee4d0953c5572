import { createContext, useContext, useMemo } from 'react'
import { useLocation } from 'react-router-dom'

/** The query string that a preserved, hidden section continues to read; null follows the address. */
export const KeptSearchContext = createContext<string | null>(null)

/** The address's query. */
export function usePageSearch(): URLSearchParams {
  const kept = useContext(KeptSearchContext)
  const { search } = useLocation()
  const shown = kept ?? search
  return useMemo(() => new URLSearchParams(shown), [shown])
}
