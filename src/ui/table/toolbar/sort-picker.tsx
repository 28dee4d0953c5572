import { ChevronDownIcon, ChevronUpIcon } from 'lucide-react'
import { memo, useId } from 'react'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import { Select } from '#src/ui/form/select.tsx'
import type { DataColumn, DataSort, SortUpdate } from '#src/ui/table/columns/data-columns.ts'

/** The sort of a list without a header row. Memoised: the list's renders do not re-render it. */
export const SortPicker = memo(PlainSortPicker) as typeof PlainSortPicker // memo loses the type parameter

function PlainSortPicker<Row>({ columns, sort, onSort }: SortPickerProps<Row>) {
  const id = useId()
  const sortable = columns.filter((column) => column.sortValue)
  if (sortable.length === 0) return null
  return (
    <div className="sort-picker">
      <label htmlFor={id}>Sort by</label>
      <Select
        id={id}
        value={sort?.columnId ?? ''}
        onChange={({ target }) =>
          onSort(() => (target.value ? { columnId: target.value, direction: 'asc' } : null))
        }
      >
        <option value="">Default order</option>
        {sortable.map((column) => (
          <option key={column.id} value={column.id}>
            {column.group ? `${column.group}: ${column.header}` : column.header}
          </option>
        ))}
      </Select>
      {sort && (
        <IconButton
          label={sort.direction === 'asc' ? 'Ascending' : 'Descending'}
          icon={
            sort.direction === 'asc' ? <ChevronUpIcon size={18} /> : <ChevronDownIcon size={18} />
          }
          onClick={() => onSort((current) => current && reversed(current))}
        />
      )}
    </div>
  )
}

interface SortPickerProps<Row> {
  columns: readonly DataColumn<Row>[]
  sort: DataSort | null
  onSort: (update: SortUpdate) => void
}

function reversed(sort: DataSort): DataSort {
  return { ...sort, direction: sort.direction === 'asc' ? 'desc' : 'asc' }
}
