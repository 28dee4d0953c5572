import type { DataColumn } from './data-columns.ts'
import type { RowOptions } from './data-table-props.ts'
import { rowPressProps } from './row-press.ts'

/** One row as a card: its picture and title if it has them, then every column by name. */
export function RowCard<Row>({
  row,
  columns,
  onOpenRow,
  rowState,
  cardTitle,
  cardMedia,
}: RowCardProps<Row>) {
  const title = cardTitle?.(row) ?? columns[0]?.cell(row)
  const open = onOpenRow && (() => onOpenRow(row))
  return (
    <article
      className="card row-card"
      data-state={rowState?.(row) ?? 'normal'}
      {...rowPressProps(open)}
    >
      {cardMedia?.(row)}
      <div className="row-card-title">
        {open ? (
          <button type="button" className="row-open" onClick={open}>
            {title}
          </button>
        ) : (
          title
        )}
      </div>
      <dl className="row-card-values">
        {columns.map((column) => (
          <div key={column.id} data-wide={column.isWide || undefined}>
            <dt>
              {column.group && <span className="row-card-group">{column.group}</span>}
              <span>{column.header}</span>
            </dt>
            <dd>{column.cell(row)}</dd>
          </div>
        ))}
      </dl>
    </article>
  )
}

interface RowCardProps<Row> extends RowOptions<Row> {
  row: Row
  columns: readonly DataColumn<Row>[]
}
