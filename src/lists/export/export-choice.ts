import type { ExportedListName } from '#src/domain/export/list-export.ts'
import type { ListFile } from '#src/domain/export/table-export.ts'
import { type Condition, writeConditions } from '#src/domain/query/condition.ts'
import type { ExportOrder } from './export-order.ts'

export interface ExportChoice<Row> extends ExportOrder<Row> {
  list: ExportedListName
  /** Loads the columns of the file. */
  loadTable: () => Promise<ListFile<Row>>
  /** When the rows were read, as epoch milliseconds. */
  readAtMs: number
  /** Whether the rows of the device are a part of the list. */
  isPart?: boolean
  conditions: readonly Condition[]
  searchedText: string
  /** Whether the role sees the details of the rows. */
  seesDetails: boolean
}

/** What only a device knows of a listing. */
const DEVICE_FIELDS: readonly string[] = ['waiting', 'road']

/** The filters, the search and the order for the server; null if only this device can answer them. */
export function toServerQuery({
  conditions,
  searchedText,
  sort,
}: Pick<ExportChoice<unknown>, 'conditions' | 'searchedText' | 'sort'>): string | null {
  if (conditions.some(({ name }) => DEVICE_FIELDS.includes(name))) return null
  const query = writeConditions(conditions)
  if (searchedText.trim() !== '') query.set('q', searchedText)
  if (sort !== null) query.set('sort', sort)
  return query.toString()
}
