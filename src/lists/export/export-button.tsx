import { DownloadIcon } from 'lucide-react'
import { lazy, Suspense, useContext, useState } from 'react'
import type { ExportedListName } from '#src/api/list-export-api.ts'
import type { ExportedTable } from '#src/domain/export/table-export.ts'
import { type Condition, writeConditions } from '#src/domain/query/condition.ts'
import { Button } from '#src/ui/form/button.tsx'
import { PartBoundaryContext } from '#src/ui/layout/part-boundary.ts'

const ExportDialog = lazy(async () => ({
  default: (await import('./export-dialog.tsx')).ExportDialog,
}))

export interface ExportChoice<Row> {
  list: ExportedListName
  /** Loads the columns of the file. */
  loadTable: () => Promise<ExportedTable<Row>>
  /** The rows of this device that pass the filters and the search. */
  rows: readonly Row[]
  /** When the rows were read, as epoch milliseconds. */
  readAtMs: number
  conditions: readonly Condition[]
  searchedText: string
  /** Whether the role sees the details of the rows. */
  seesDetails: boolean
}

/** Opens the dialog that exports a list with its filters. */
export function ExportButton<Row>({ choice }: { choice: ExportChoice<Row> }) {
  const [isOpen, setOpen] = useState(false)
  const PartBoundary = useContext(PartBoundaryContext)
  // `lazy` loses the type parameter. The cast is safe: the columns are those of the rows.
  const untyped = choice as unknown as ExportChoice<unknown>
  return (
    <>
      <Button
        className="toolbar-button"
        icon={<DownloadIcon size={16} />}
        aria-haspopup="dialog"
        aria-label="Export"
        onClick={() => setOpen(true)}
      >
        <span className="toolbar-label">Export</span>
      </Button>
      {isOpen && (
        <PartBoundary>
          <Suspense fallback={null}>
            <ExportDialog choice={untyped} onClose={() => setOpen(false)} />
          </Suspense>
        </PartBoundary>
      )}
    </>
  )
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
