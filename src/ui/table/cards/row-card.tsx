import { memo, type ReactNode, useState } from 'react'
import type { DataColumn } from '#src/ui/table/columns/data-columns.ts'
import type { RowOptions, RowState } from '#src/ui/table/data-table-props.ts'
import { rowPressProps } from '#src/ui/table/row-press.ts'
import { RowCheckbox, useLongPress } from '#src/ui/table/row-selection.tsx'

/**
 * One row as a card: its picture, its title, and its columns with their names. Lead columns come first; some columns
 * are shown only on demand. The card re-renders when its own data changed, not with every card that scrolls into view.
 */
export const RowCard = memo(PlainRowCard) as typeof PlainRowCard // memo loses the type parameter

function PlainRowCard<Row, SyncStatus>({
  row,
  places: { shown, more },
  onOpenRow,
  onSelect,
  isSelected,
  isChoosing,
  selectLabel,
  state,
  syncStatus,
  cardTitle,
  cardMedia,
  isWhole,
}: RowCardProps<Row, SyncStatus>) {
  const title = cardTitle(row)
  const open = onOpenRow && (() => onOpenRow(row))
  const select = onSelect && (() => onSelect(row, false))
  const longPress = useLongPress(select)
  // While cards are chosen, a press chooses.
  const press = isChoosing ? select : open
  return (
    <article
      className="card row-card"
      data-state={state}
      data-leaving={state === 'leaving' || undefined}
      data-selected={isSelected || undefined}
      {...longPress}
      {...rowPressProps(press)}
    >
      <div className="row-card-head">
        {cardMedia?.(row)}
        {open ? (
          <button type="button" className="row-card-title row-open" onClick={press}>
            {title}
          </button>
        ) : (
          <div className="row-card-title">{title}</div>
        )}
        {select && selectLabel !== undefined && (
          <RowCheckbox label={selectLabel} isSelected={isSelected} onSelect={select} />
        )}
      </div>
      {isWhole && <Values row={row} syncStatus={syncStatus} columns={shown} />}
      {isWhole && more.length > 0 && (
        <More title={title}>
          {() => <Values row={row} syncStatus={syncStatus} columns={more} />}
        </More>
      )}
    </article>
  )
}

export interface RowCardProps<Row, SyncStatus>
  extends Omit<RowOptions<Row>, 'rowState' | 'rowSyncStatus'> {
  row: Row
  /** Chooses the card; absent in a list without a choice. */
  onSelect: ((row: Row, isRange: boolean) => void) | undefined
  isSelected: boolean
  /** Whether a press on the card chooses it. */
  isChoosing: boolean
  /** The accessible name of the checkbox. */
  selectLabel: string | undefined
  state: RowState
  syncStatus: SyncStatus | undefined
  places: CardPlaces<Row, SyncStatus>
  /** False renders only the picture and the title. */
  isWhole: boolean
}

export interface CardPlaces<Row, SyncStatus> {
  /** Columns that every card shows, in their order on the card. */
  shown: readonly DataColumn<Row, SyncStatus>[]
  /** Columns that a card shows on demand. */
  more: readonly DataColumn<Row, SyncStatus>[]
}

/** The position of each column on a card, which is the same for all cards of a list. */
export function placesOf<Row, SyncStatus>(
  columns: readonly DataColumn<Row, SyncStatus>[],
): CardPlaces<Row, SyncStatus> {
  const at = (place: DataColumn<Row>['onCard']) => columns.filter(({ onCard }) => onCard === place)
  return { shown: [...at('first'), ...at('lead'), ...at(undefined)], more: at('more') }
}

function Values<Row, SyncStatus>({ row, syncStatus, columns }: ValuesProps<Row, SyncStatus>) {
  return (
    <dl className="row-card-values">
      {columns.map((column) => (
        <div
          key={column.id}
          data-wide={column.isWide || undefined}
          data-place={column.onCard}
          data-screen-only={column.isScreenOnly || undefined}
        >
          <dt>
            {column.group && <span className="row-card-group">{column.group}</span>}
            <span>{column.header}</span>
          </dt>
          <dd className={column.isId ? 'cell-id' : undefined}>{column.cell(row, syncStatus)}</dd>
        </div>
      ))}
    </dl>
  )
}

interface ValuesProps<Row, SyncStatus> {
  row: Row
  syncStatus: SyncStatus | undefined
  columns: readonly DataColumn<Row, SyncStatus>[]
}

/** Renders its content only when opened: the content is most of a card, and most cards are only scrolled past. */
function More({ title, children }: { title: string; children: () => ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="row-card-more"
        aria-label={`More about ${title}`}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        More
      </button>
      {isOpen && children()}
    </>
  )
}
