import { useMemo } from 'react'
import { useAddressParam } from '#src/ui/form/use-address-param.ts'
import type { DataColumn, DataSort } from './columns/data-columns.ts'

/** The sort of a table, kept in the address as 'price' or '-price'; an unknown column counts as no sort. */
export function useAddressSort<Row>(
  columns: readonly DataColumn<Row>[],
): [DataSort | null, (sort: DataSort | null) => void] {
  const [word, setParam] = useAddressParam('sort')
  const sort = useMemo(() => parseSort(word, columns), [word, columns])
  return [sort, (next) => setParam(next ? formatSort(next) : '')]
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
