import type { ReactNode } from 'react'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { Sheet } from '#src/ui/dialog/sheet.tsx'
import { Button } from '#src/ui/form/button.tsx'

/** Filters of a list, and on a phone, as a sheet within reach of the thumb, its sort. Each choice applies at once. */
export function FilterDialog({
  title,
  rowCount,
  isSheet = false,
  isSet,
  onClear,
  onClose,
  children,
}: FilterDialogProps) {
  const content = <div className="filter-dialog">{children}</div>
  const frame = {
    title,
    onClose,
    footer: (
      <>
        <Button aria-disabled={!isSet} onClick={onClear}>
          Clear all
        </Button>
        <Button variant="primary" onClick={onClose}>
          {rowCount === null ? 'Show' : `Show ${rowCount.toLocaleString('en-IN')}`}
        </Button>
      </>
    ),
  }
  return isSheet ? (
    <Sheet open hasUrl={false} closesOnBackdrop {...frame}>
      {content}
    </Sheet>
  ) : (
    <Dialog open {...frame}>
      {content}
    </Dialog>
  )
}

interface FilterDialogProps {
  title: string
  /** The number of rows that pass the filters; null until they are loaded. */
  rowCount: number | null
  isSheet?: boolean
  /** Whether a filter or the sort is set. */
  isSet: boolean
  onClear: () => void
  onClose: () => void
  children: ReactNode
}
