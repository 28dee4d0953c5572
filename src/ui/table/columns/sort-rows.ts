import type { DataColumn, DataSort } from './data-columns.ts'

type SortValue<Row> = NonNullable<DataColumn<Row>['sortValue']>

/** Returns the rows in the order of a column's values. Rows without a value are last; rows with equal values keep their order. */
export function sortRows<Row>(
  rows: readonly Row[],
  sortValue: SortValue<Row>,
  direction: DataSort['direction'],
): Row[] {
  const sign = direction === 'asc' ? 1 : -1
  const entries = rows.map((row) => ({ row, value: sortableOf(sortValue(row)) }))
  entries.sort(({ value: one }, { value: other }) => {
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    return sign * compareValues(one, other)
  })
  return entries.map(({ row }) => row)
}

function sortableOf(value: string | number | null): string | number | null {
  return Number.isNaN(value) ? null : value
}

const collator = new Intl.Collator('en-IN', { numeric: true, sensitivity: 'base' })

function compareValues(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return collator.compare(String(one), String(other))
}
