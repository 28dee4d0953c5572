import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import { usePageSearch } from './page-search.ts'
import { newestSearch } from './url-search.ts'

/**
 * One query parameter of the URL, '' when absent. Setting it replaces the history entry, so that Back leaves the
 * page.
 */
export function useUrlParam(name: string): [string, (value: string) => void] {
  const params = usePageSearch()
  const navigate = useNavigate()
  const set = useCallback(
    (value: string) => {
      const next = newestSearch()
      if (value) next.set(name, value)
      else next.delete(name)
      navigate({ search: next.toString() }, { replace: true })
    },
    [navigate, name],
  )
  return [params.get(name) ?? '', set]
}
