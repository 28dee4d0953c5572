import type { ReactNode } from 'react'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { Button } from '#src/ui/form/button.tsx'

/** Filters of a list, and on a phone its sort. Each choice applies at once. */
export function FilterDialog({
  title,
  rowCount,
  isSet,
  onClear,
  onClose,
  children,
}: FilterDialogProps) {
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button aria-disabled={!isSet} onClick={onClear}>
            Clear all
          </Button>
          <Button variant="primary" onClick={onClose}>
            {rowCount === null ? 'Show' : `Show ${rowCount.toLocaleString('en-IN')}`}
          </Button>
        </>
      }
    >
      <div className="filter-dialog">{children}</div>
    </Dialog>
  )
}

interface FilterDialogProps {
  title: string
  /** The number of rows that pass the filters; null until they are loaded. */
  rowCount: number | null
  /** Whether a filter or the sort is set. */
  isSet: boolean
  onClear: () => void
  onClose: () => void
  children: ReactNode
}
