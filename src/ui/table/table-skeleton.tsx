import type { CSSProperties } from 'react'
import { Skeleton } from '#src/ui/layout/skeleton.tsx'

const ROWS = 10
const WIDTHS = ['4rem', '9rem', '6rem', '7rem', '5rem'] // of typical cells, so that the placeholder looks like a row

/** A DataTable's placeholder: header and rows, and on a phone cards. */
export function TableSkeleton({ rowHeightPx, cardHeightRem }: TableSkeletonProps) {
  // The cast is needed because CSSProperties has no keys for custom properties.
  const style = {
    '--table-row': rowHeightPx && `${rowHeightPx}px`,
    '--row-card': `${cardHeightRem}rem`,
  } as CSSProperties
  return (
    <div className="table-skeleton" aria-hidden="true" style={style}>
      {[...Array(ROWS).keys()].map((row) => (
        <div key={row} className="table-skeleton-row">
          {WIDTHS.map((width) => (
            <Skeleton key={width} width={width} />
          ))}
        </div>
      ))}
    </div>
  )
}

export interface TableSkeletonProps {
  /** By default, the row height of the surrounding table. */
  rowHeightPx?: number
  /** The height of a card of this list on a phone; a browser test compares it with a real card. */
  cardHeightRem: number
}
