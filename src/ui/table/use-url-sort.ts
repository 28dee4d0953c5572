import { useMemo } from 'react'
import { newestSearch } from '#src/ui/address/url-search.ts'
import { useUrlParam } from '#src/ui/address/use-url-param.ts'
import type { DataColumn, DataSort, SortUpdate } from './columns/data-columns.ts'

const PARAM = 'sort'

/** The sort of a table, stored in the URL as 'price' or '-price'; an unknown column means no sort. */
export function useUrlSort<Row>(
  columns: readonly DataColumn<Row>[],
): [DataSort | null, (update: SortUpdate) => void] {
  const [word, setParam] = useUrlParam(PARAM)
  const sort = useMemo(() => parseSort(word, columns), [word, columns])
  return [
    sort,
    (update) => {
      const next = update(parseSort(newestSearch().get(PARAM) ?? '', columns))
      setParam(next ? formatSort(next) : '')
    },
  ]
}

function parseSort<Row>(word: string, columns: readonly DataColumn<Row>[]): DataSort | null {
  const isDescending = word.startsWith('-')
  const columnId = isDescending ? word.slice(1) : word
  const isOffered = columns.some((column) => column.id === columnId && column.sortValue)
  return isOffered ? { columnId, direction: isDescending ? 'desc' : 'asc' } : null
}

function formatSort({ columnId, direction }: DataSort): string {
  return direction === 'desc' ? `-${columnId}` : columnId
}
