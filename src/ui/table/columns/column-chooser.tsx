import { PinIcon } from 'lucide-react'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Checkbox } from '#src/ui/form/checkbox.tsx'
import { type ChosenWidths, chosenWidthOf, widthRangeOf } from './column-widths.ts'
import type { DataColumn } from './data-columns.ts'

const STEP_PX = 8 // one press of an arrow key

/** A dialog for a table's columns: which are shown, pinned, and how wide they are. Each choice applies at once. */
export function ColumnChooser({
  columns,
  isDense,
  chosenWidths,
  onToggle,
  onPin,
  onWidth,
  onReset,
  onClose,
}: ColumnChooserProps) {
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
        <p className="muted" role="status">{`${shownCount} of ${columns.length} columns shown`}</p>
        <ul>
          {columns.map((column) => (
            <ColumnChoice
              key={column.id}
              column={column}
              isLast={shownCount === 1 && !column.isHidden}
              range={widthRangeOf(column, isDense)}
              widthPx={chosenWidthOf(column, isDense, chosenWidths)}
              onToggle={() => onToggle(column.id)}
              onPin={() => onPin(column.id, !column.isPinned)}
              onWidth={(px) => onWidth(column.id, px)}
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
  | 'id'
  | 'header'
  | 'group'
  | 'isHidden'
  | 'isPinned'
  | 'canPin'
  | 'width'
  | 'touchWidth'
  | 'holdsControl'
>

interface ColumnChooserProps {
  columns: readonly ChoosableColumn[]
  isDense: boolean
  chosenWidths: ChosenWidths
  onToggle: (columnId: string) => void
  onPin: (columnId: string, isPinned: boolean) => void
  onWidth: (columnId: string, px: number) => void
  onReset: () => void
  onClose: () => void
}

function ColumnChoice({
  column,
  isLast,
  range,
  widthPx,
  onToggle,
  onPin,
  onWidth,
}: ColumnChoiceProps) {
  const { group, isHidden, isPinned, canPin } = column
  const name = group ? `${group}: ${column.header}` : column.header
  return (
    <li className="column-choice">
      <Checkbox
        label={name}
        checked={!isHidden}
        // A table shows at least one column.
        disabled={isLast}
        onChange={onToggle}
      />
      <input
        type="range"
        aria-label={`Width of ${name}`}
        aria-valuetext={`${widthPx} pixels`}
        title={`Width of ${name}`}
        disabled={isHidden}
        min={range.minPx}
        max={range.maxPx}
        step={STEP_PX}
        value={widthPx}
        onChange={({ target }) => onWidth(Number(target.value))}
      />
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
  range: { minPx: number; maxPx: number }
  widthPx: number
  onToggle: () => void
  onPin: () => void
  onWidth: (px: number) => void
}
