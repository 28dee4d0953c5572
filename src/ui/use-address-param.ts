import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'
import { newestSearch } from './address-search.ts'

/** One word of the address's query, '' when absent. Setting it replaces the entry: Back leaves the page, not the filter. */
export function useAddressParam(name: string): [string, (value: string) => void] {
  const [params, setParams] = useSearchParams()
  const set = useCallback(
    (value: string) => {
      const next = newestSearch()
      if (value) next.set(name, value)
      else next.delete(name)
      setParams(next, { replace: true })
    },
    [setParams, name],
  )
  return [params.get(name) ?? '', set]
}
