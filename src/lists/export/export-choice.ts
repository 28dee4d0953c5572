import type { ExportedListName } from '#src/api/list-export-api.ts'
import type { ListFile } from '#src/domain/export/table-export.ts'
import { type Condition, writeConditions } from '#src/domain/query/condition.ts'

export interface ExportChoice<Row> {
  list: ExportedListName
  /** Loads the columns of the file. */
  loadTable: () => Promise<ListFile<Row>>
  /** The rows of this device that pass the filters and the search. */
  rows: readonly Row[]
  /** When the rows were read, as epoch milliseconds. */
  readAtMs: number
  conditions: readonly Condition[]
  searchedText: string
  /** Whether the role sees the details of the rows. */
  seesDetails: boolean
}

/** The filters and the search for the server; null if only this device can answer them. */
export function toServerQuery({
  conditions,
  searchedText,
}: Pick<ExportChoice<unknown>, 'conditions' | 'searchedText'>): string | null {
  if (conditions.some(({ name }) => name === 'waiting')) return null
  const query = writeConditions(conditions)
  if (searchedText.trim() !== '') query.set('q', searchedText)
  return query.toString()
}
