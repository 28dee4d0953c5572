import { lazy, type ReactNode, useContext, useMemo, useState } from 'react'
import { arrangeColumns, setPin, setWidth, toggleColumn } from './columns/arrange-columns.ts'
import { NO_COLUMN_SETTINGS } from './columns/column-settings-store.ts'
import { useColumnSettings } from './columns/use-column-settings.ts'
import { DataTable } from './data-table.tsx'
import type { DataTableProps, ResizeHandler } from './data-table-props.ts'
import { TableViewContext, viewSettingsKey } from './table-view.ts'
import { TableToolbar, type ToolbarOptions } from './toolbar/table-toolbar.tsx'
import { lineStyleOf, useTableShape } from './use-table-shape.ts'

const ColumnChooser = lazy(async () => ({
  default: (await import('./columns/column-chooser.tsx')).ColumnChooser,
}))

/** A section's DataTable with its toolbar. A person can show, hide, pin and resize its columns. */
export function ArrangedTable<Row, SyncStatus>({
  settingsKey,
  skeleton,
  toolbar,
  selectionBar,
  ...props
}: ArrangedTableProps<Row, SyncStatus>) {
  const shape = useTableShape()
  const { active } = useContext(TableViewContext)
  const { settings, change } = useColumnSettings(
    viewSettingsKey(settingsKey, active?.id),
    props.columns,
    active?.columns,
  )
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
    <div
      className="data-table"
      tabIndex={-1}
      data-choosing={selectionBar ? true : undefined}
      style={lineStyleOf(shape)}
    >
      {selectionBar}
      <TableToolbar
        {...toolbar}
        isNarrow={shape.isNarrow}
        rowCount={skeleton ? null : props.rows.length}
        columns={props.columns}
        sort={props.sort}
        onSort={props.onSortChange}
        columnChooser={(close) => (
          <ColumnChooser
            columns={columns}
            isDense={shape.isDense}
            chosenWidths={chosenWidths}
            onToggle={(id) => change((now) => toggleColumn(now, columns, id))}
            onPin={(id, isPinned) => change((now) => setPin(now, id, isPinned))}
            onWidth={(id, px) => change((now) => setWidth(now, id, px))}
            onReset={() => change(() => active?.columns ?? NO_COLUMN_SETTINGS)}
            onClose={close}
          />
        )}
      />
      {skeleton || (
        <DataTable
          {...props}
          columns={columns}
          chosenWidths={chosenWidths}
          onResize={handleResize}
          foldsPage
        />
      )}
    </div>
  )
}

type ArrangedTableProps<Row, SyncStatus> = DataTableProps<Row, SyncStatus> &
  Required<Pick<DataTableProps<Row, SyncStatus>, 'sort' | 'onSortChange'>> & {
    /** The key of the stored column settings: one for each person and table. */
    settingsKey: string
    toolbar: ToolbarOptions
    /** Takes the place of the toolbar while rows are chosen; on a phone, it is at the bottom of the screen. */
    selectionBar?: ReactNode
    /** Replaces the table until its rows are loaded. */
    skeleton?: ReactNode
  }
