import { createContext, useContext, useMemo } from 'react'
import { useLocation } from 'react-router-dom'

/** The query string that a preserved, hidden section continues to read; null means the URL's query string. */
export const PreservedSearchContext = createContext<string | null>(null)

/** The query parameters of the URL; in a preserved, hidden section, those that the section had when it was left. */
export function usePageSearch(): URLSearchParams {
  const preserved = useContext(PreservedSearchContext)
  const { search } = useLocation()
  const shown = preserved ?? search
  return useMemo(() => new URLSearchParams(shown), [shown])
}

/** The current URL with a listing's details open, so that Back returns to the page with the link. */
export function openingDetails(search: URLSearchParams, listingId: string): string {
  const next = new URLSearchParams(search)
  next.set('open', listingId)
  return `?${next}`
}
