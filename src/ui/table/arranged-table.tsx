import { Columns3Icon } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useContext, useMemo, useState } from 'react'
import { Button } from '#src/ui/form/button.tsx'
import { PartBoundaryContext } from '#src/ui/layout/part-boundary.ts'
import { arrangeColumns, setPin, setWidth, toggleColumn } from './columns/arrange-columns.ts'
import { NO_COLUMN_SETTINGS } from './columns/column-settings-store.ts'
import { useColumnSettings } from './columns/use-column-settings.ts'
import { DataTable } from './data-table.tsx'
import type { DataTableProps, ResizeHandler } from './data-table-props.ts'
import { lineStyleOf, useTableShape } from './use-table-shape.ts'

const ColumnChooser = lazy(async () => ({
  default: (await import('./columns/column-chooser.tsx')).ColumnChooser,
}))

/** A DataTable whose columns a person can show, hide, pin and resize. */
export function ArrangedTable<Row, SyncStatus>({
  settingsKey,
  skeleton,
  ...props
}: ArrangedTableProps<Row, SyncStatus>) {
  const shape = useTableShape()
  const { settings, change } = useColumnSettings(settingsKey, props.columns)
  const [drag, setDrag] = useState<{ columnId: string; px: number } | null>(null)
  const columns = useMemo(() => arrangeColumns(props.columns, settings), [props.columns, settings])
  const chosenWidths = useMemo(
    () => (drag ? setWidth(settings, drag.columnId, drag.px).widths : settings.widths),
    [settings, drag],
  )

  const handleResize: ResizeHandler = (columnId, px, isOver) => {
    setDrag(px === null || isOver ? null : { columnId, px })
    if (px !== null && isOver) change((now) => setWidth(now, columnId, px))
  }

  return (
    <div className="data-table" style={lineStyleOf(shape)}>
      <TableTools isHidden={shape.isNarrow}>
        {(close) => (
          <ColumnChooser
            columns={columns}
            onToggle={(id) => change((now) => toggleColumn(now, columns, id))}
            onPin={(id, isPinned) => change((now) => setPin(now, id, isPinned))}
            onReset={() => change(() => NO_COLUMN_SETTINGS)}
            onClose={close}
          />
        )}
      </TableTools>
      {skeleton || (
        <DataTable
          {...props}
          columns={columns}
          chosenWidths={chosenWidths}
          onResize={handleResize}
        />
      )}
    </div>
  )
}

interface ArrangedTableProps<Row, SyncStatus> extends DataTableProps<Row, SyncStatus> {
  /** The key of the stored column settings: one for each person and table. */
  settingsKey: string
  /** Replaces the table until its rows are loaded. */
  skeleton?: ReactNode
}

/** The button above a table that opens the column settings. Cards have none, because they show every column. */
function TableTools({ isHidden, children }: TableToolsProps) {
  const [isOpen, setOpen] = useState(false)
  const PartBoundary = useContext(PartBoundaryContext)
  if (isHidden) return null
  return (
    <div className="table-tools">
      <Button
        size="small"
        icon={<Columns3Icon size={14} />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        Columns
      </Button>
      {isOpen && (
        <PartBoundary>
          <Suspense fallback={null}>{children(() => setOpen(false))}</Suspense>
        </PartBoundary>
      )}
    </div>
  )
}

interface TableToolsProps {
  isHidden: boolean
  children: (close: () => void) => ReactNode
}
