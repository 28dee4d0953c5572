import { DownloadIcon } from 'lucide-react'
import { lazy, Suspense, useContext, useState } from 'react'
import { Button } from '#src/ui/form/button.tsx'
import { PartBoundaryContext } from '#src/ui/layout/part-boundary.ts'
import type { ExportChoice } from './export-choice.ts'

const ExportDialog = lazy(async () => ({
  default: (await import('./export-dialog.tsx')).ExportDialog,
}))

/** Opens the dialog that exports a list with its filters. Null while the list is loading: the button keeps its place. */
export function ExportButton<Row>({ choice }: { choice: ExportChoice<Row> | null }) {
  const [isOpen, setOpen] = useState(false)
  const PartBoundary = useContext(PartBoundaryContext)
  // `lazy` loses the type parameter. The cast is safe: the columns are those of the rows.
  const untyped = choice as unknown as ExportChoice<unknown> | null
  return (
    <>
      <Button
        className="toolbar-button"
        icon={<DownloadIcon size={16} />}
        data-minor
        title="Export"
        aria-haspopup="dialog"
        disabled={choice === null}
        onClick={() => setOpen(true)}
      >
        <span className="toolbar-label">Export</span>
      </Button>
      {isOpen && untyped && (
        <PartBoundary>
          <Suspense fallback={null}>
            <ExportDialog choice={untyped} onClose={() => setOpen(false)} />
          </Suspense>
        </PartBoundary>
      )}
    </>
  )
}
