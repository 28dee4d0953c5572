import { useMemo } from 'react'
import type { DataTableProps } from '#src/ui/table/data-table-props.ts'
import { useEndsNear } from '#src/ui/table/use-ends-near.ts'
import type { HeldRows } from '#src/ui/table/use-held-rows.ts'
import { useRowKey } from '#src/ui/table/use-row-key.ts'
import { CardItem } from './card-item.tsx'
import { placesOf } from './row-card.tsx'
import { useCardWindow } from './use-card-window.ts'

/** The rows as cards for a phone: every column's name and value. */
export function CardList<Row, SyncStatus>({
  caption,
  columns,
  rowKey,
  sortedRows,
  view,
  onOpenRow,
  selection,
  onSelect,
  rowState,
  rowSyncStatus,
  pointerProps,
  cardTitle,
  cardMedia,
  rowsBefore = 0,
  onStartNear,
  onEndNear,
}: CardListProps<Row, SyncStatus>) {
  const { isPrinting, listRef, measureRef, cards, abovePx, belowPx } = useCardWindow({
    count: sortedRows.length,
    keyOf: useRowKey(sortedRows, rowKey),
    view,
    rowsBefore,
  })
  useEndsNear({
    first: cards[0]?.place ?? 0,
    end: (cards.at(-1)?.place ?? 0) + 1,
    count: sortedRows.length,
    isPrinting,
    onStartNear,
    onEndNear,
  })
  const places = useMemo(() => placesOf(columns), [columns])
  return (
    <div className="card-list">
      <ul
        ref={listRef}
        {...pointerProps}
        aria-label={caption}
        style={{ paddingTop: abovePx, paddingBottom: belowPx }}
      >
        {cards.map((card) => {
          const row = sortedRows[card.place]
          if (row === undefined) return null
          const key = rowKey(row)
          return (
            <CardItem
              key={key}
              ref={measureRef}
              id={key}
              card={card}
              rowsBefore={rowsBefore}
              cardCount={rowsBefore + sortedRows.length}
              row={row}
              places={places}
              state={rowState?.(row) ?? 'normal'}
              syncStatus={rowSyncStatus?.(row)}
              onOpenRow={onOpenRow}
              onSelect={onSelect}
              isSelected={selection?.isSelected(key) ?? false}
              isChoosing={selection?.isOn ?? false}
              selectLabel={selection?.labelOf(row)}
              cardTitle={cardTitle}
              cardMedia={cardMedia}
            />
          )
        })}
      </ul>
    </div>
  )
}

interface CardListProps<Row, SyncStatus> extends Omit<DataTableProps<Row, SyncStatus>, 'sort'> {
  /** Chooses a row, or all rows from the last chosen one. */
  onSelect: ((row: Row, isRange: boolean) => void) | undefined
  sortedRows: readonly Row[]
  /** Props of the list that keep rows in their places while a pointer is over them. */
  pointerProps: HeldRows['pointerProps']
  /** Identifies the rows' filter and order. */
  view: string
}
