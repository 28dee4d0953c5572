import type { DataColumn, DataSort } from './data-columns.ts'

type SortValue<Row> = NonNullable<DataColumn<Row>['sortValue']>

interface RowSort<Row> {
  sortValue: SortValue<Row>
  direction: DataSort['direction']
  rowKey: (row: Row) => string
}

/**
 * Returns the rows in the order of a column's values, as pages of the server have it: rows without a value are last, and
 * rows with equal values are in the order of their keys. Texts and keys are compared by code points.
 */
export function sortRows<Row>(
  rows: readonly Row[],
  { sortValue, direction, rowKey }: RowSort<Row>,
): Row[] {
  const sign = direction === 'asc' ? 1 : -1
  const entries = rows.map((row) => ({ row, value: sortableOf(sortValue(row)) }))
  entries.sort(({ row: one, value }, { row: other, value: otherValue }) => {
    if ((value === null) !== (otherValue === null)) return value === null ? 1 : -1
    return sign * (compareValues(value, otherValue) || compareTexts(rowKey(one), rowKey(other)))
  })
  return entries.map(({ row }) => row)
}

function sortableOf(value: string | number | null): string | number | null {
  return Number.isNaN(value) ? null : value
}

function compareValues(one: string | number | null, other: string | number | null): number {
  if (one === other) return 0
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return compareTexts(String(one), String(other))
}

const FIRST_HALF = 0xd800 // a letter beyond the first 65,536 is a pair of halves
const AFTER_HALVES = 0xe000

/** By code points: for JavaScript's `<`, a pair would stand before the single codes from U+E000 on. */
function compareTexts(one: string, other: string): number {
  const length = Math.min(one.length, other.length)
  for (let at = 0; at < length; at += 1) {
    const a = one.charCodeAt(at)
    const b = other.charCodeAt(at)
    if (a !== b) return Number(isHalf(a)) - Number(isHalf(b)) || a - b
  }
  return one.length - other.length
}

function isHalf(code: number): boolean {
  return code >= FIRST_HALF && code < AFTER_HALVES
}
