import { Columns3Icon, ListFilterIcon } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useContext, useState } from 'react'
import { Button } from '#src/ui/form/button.tsx'
import { PartBoundaryContext } from '#src/ui/layout/part-boundary.ts'
import type { DataColumn, DataSort, SortUpdate } from '#src/ui/table/columns/data-columns.ts'
import { TableViewContext } from '#src/ui/table/table-view.ts'
import { SortPicker } from './sort-picker.tsx'

const FilterDialog = lazy(async () => ({
  default: (await import('./filter-dialog.tsx')).FilterDialog,
}))

export interface ToolbarOptions {
  search: ReactNode
  /** The controls that narrow the list, beside the search at a desk and in a dialog on a phone. */
  filters?: ReactNode
  /** Further filters, in a dialog at every size. */
  more?: MoreFilters
  /** How many rows there are. */
  note?: string
  /** How many of the filters are set. */
  filterCount?: number
  /** A button at the end of the line, and on a phone in the dialog, such as an export. */
  action?: ReactNode
  /** Clears all filters, not the search. */
  onClearFilters?: () => void
}

export interface MoreFilters {
  controls: ReactNode
  /** How many of them are set. */
  count: number
  onClear: () => void
}

/** The one line of controls above a table. On a phone it has the search and one button for everything else. */
export function TableToolbar<Row>({
  search,
  filters,
  note,
  filterCount = 0,
  more,
  action,
  onClearFilters,
  isNarrow,
  rowCount,
  columns,
  sort,
  onSort,
  columnChooser,
}: TableToolbarProps<Row>) {
  const { active, menu } = useContext(TableViewContext)
  const setCount = filterCount + (more?.count ?? 0) + (sort ? 1 : 0)
  return (
    <div className="table-toolbar">
      {!isNarrow && filters}
      {search}
      {note !== undefined && (
        <p className="toolbar-note" role="status" data-loading={rowCount === null || undefined}>
          {note}
        </p>
      )}
      {!isNarrow && menu}
      {isNarrow ? (
        <DialogButton
          icon={<ListFilterIcon size={16} />}
          label={filters || more ? 'Filters' : 'Sort'}
          count={setCount}
          subject={active?.id}
        >
          {(close) => (
            <FilterDialog
              isSheet
              title={filters || more ? 'Filters' : 'Sort'}
              rowCount={rowCount}
              onClear={() => {
                if (onClearFilters) onClearFilters()
                else more?.onClear()
                onSort(() => null)
              }}
              isSet={setCount > 0}
              onClose={close}
            >
              {(menu || action) && (
                <div className="filter-dialog-acts">
                  {menu}
                  {action}
                </div>
              )}
              {filters}
              {more?.controls}
              <SortPicker columns={columns} sort={sort} onSort={onSort} />
            </FilterDialog>
          )}
        </DialogButton>
      ) : (
        <>
          {more && (
            <DialogButton icon={<ListFilterIcon size={16} />} label="Add filter" count={more.count}>
              {(close) => (
                <FilterDialog
                  title="Filters"
                  rowCount={rowCount}
                  onClear={more.onClear}
                  isSet={more.count > 0}
                  onClose={close}
                >
                  {more.controls}
                </FilterDialog>
              )}
            </DialogButton>
          )}
          <DialogButton icon={<Columns3Icon size={16} />} label="Columns" isMinor>
            {columnChooser}
          </DialogButton>
        </>
      )}
      {!isNarrow && action}
    </div>
  )
}

interface TableToolbarProps<Row> extends ToolbarOptions {
  /** Whether the rows are cards. Cards show every column, so there is nothing to choose. */
  isNarrow: boolean
  /** The number of rows that pass the filters; null until they are loaded. */
  rowCount: number | null
  columns: readonly DataColumn<Row>[]
  sort: DataSort | null
  onSort: (update: SortUpdate) => void
  columnChooser: (close: () => void) => ReactNode
}

/** A button that opens a dialog, whose code is loaded then. */
function DialogButton({
  icon,
  label,
  count = 0,
  isMinor = false,
  subject,
  children,
}: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const [shown, setShown] = useState(subject)
  if (shown !== subject) {
    setShown(subject)
    setOpen(false)
  }
  const PartBoundary = useContext(PartBoundaryContext)
  return (
    <>
      <Button
        className="toolbar-button"
        icon={icon}
        data-minor={isMinor || undefined}
        title={label}
        aria-haspopup="dialog"
        aria-label={count > 0 ? `${label}, ${count} set` : label}
        onClick={() => setOpen(true)}
      >
        <span className="toolbar-label">{label}</span>{' '}
        {count > 0 && <span className="toolbar-count">{count}</span>}
      </Button>
      {isOpen && (
        <PartBoundary>
          <Suspense fallback={null}>{children(() => setOpen(false))}</Suspense>
        </PartBoundary>
      )}
    </>
  )
}

interface DialogButtonProps {
  icon: ReactNode
  label: string
  /** How many of the dialog's choices are set. */
  count?: number
  /** Shows its icon alone while the line is short of room. */
  isMinor?: boolean
  /** What the dialog is about. The dialog closes when it becomes another: one sees the rows of the chosen view. */
  subject?: string | undefined
  children: (close: () => void) => ReactNode
}
