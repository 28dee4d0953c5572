import { createContext, useContext, useMemo } from 'react'
import { useLocation } from 'react-router-dom'

/** The query string that a preserved, hidden section continues to read; null follows the address. */
export const PreservedSearchContext = createContext<string | null>(null)

/** The address's query. */
export function usePageSearch(): URLSearchParams {
  const preserved = useContext(PreservedSearchContext)
  const { search } = useLocation()
  const shown = preserved ?? search
  return useMemo(() => new URLSearchParams(shown), [shown])
}
