import { PinIcon } from 'lucide-react'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Checkbox } from '#src/ui/form/checkbox.tsx'
import type { DataColumn } from './data-columns.ts'

/** A dialog that selects the shown and the pinned columns of a table. Each choice applies at once. */
export function ColumnChooser({ columns, onToggle, onPin, onReset, onClose }: ColumnChooserProps) {
  const shownCount = columns.filter(({ isHidden }) => !isHidden).length
  return (
    <Dialog
      open
      title="Columns"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onReset}>Reset columns</Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className="stack">
        <p className="muted" role="status">
          {shownCount} of {columns.length} columns shown
        </p>
        <ul>
          {columns.map((column) => (
            <ColumnChoice
              key={column.id}
              column={column}
              isLast={shownCount === 1 && !column.isHidden}
              onToggle={() => onToggle(column.id)}
              onPin={() => onPin(column.id, !column.isPinned)}
            />
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

/** The properties of a column that the chooser needs, for any row type. */
type ChoosableColumn = Pick<
  DataColumn<never>,
  'id' | 'header' | 'group' | 'isHidden' | 'isPinned' | 'canPin'
>

interface ColumnChooserProps {
  columns: readonly ChoosableColumn[]
  onToggle: (columnId: string) => void
  onPin: (columnId: string, isPinned: boolean) => void
  onReset: () => void
  onClose: () => void
}

function ColumnChoice({ column, isLast, onToggle, onPin }: ColumnChoiceProps) {
  const { group, isHidden, isPinned, canPin } = column
  const name = group ? `${group}: ${column.header}` : column.header
  return (
    <li className="switch-row">
      <div className="switch-text">
        <Checkbox
          label={name}
          checked={!isHidden}
          // A table shows at least one column.
          disabled={isLast}
          onChange={onToggle}
        />
      </div>
      {canPin && (
        <Button
          variant={isPinned ? 'secondary' : 'quiet'}
          size="small"
          icon={<PinIcon size={14} />}
          aria-pressed={isPinned}
          aria-label={`Pin ${name}`}
          disabled={isHidden}
          onClick={onPin}
        >
          Pin
        </Button>
      )}
    </li>
  )
}

interface ColumnChoiceProps {
  column: ChoosableColumn
  /** Whether it is the only shown column. */
  isLast: boolean
  onToggle: () => void
  onPin: () => void
}
