import type { CSSProperties } from 'react'
import { Skeleton } from './skeleton.tsx'

const ROWS = 10
const WIDTHS = ['4rem', '9rem', '6rem', '7rem', '5rem'] // of what a row may hold, so that it looks like one

/** Where a DataTable will be: its head and lines, and on a phone its cards. */
export function TableSkeleton({ rowHeightPx }: { rowHeightPx?: number }) {
  // A custom property is no key of CSSProperties.
  const style = rowHeightPx && ({ '--table-row': `${rowHeightPx}px` } as CSSProperties)
  return (
    <div className="table-skeleton" aria-hidden="true" style={style || undefined}>
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
