import { Skeleton } from './skeleton.tsx'

const WIDTHS = ['4rem', '9rem', '6rem', '7rem', '5rem'] // of what a row may hold, so that it looks like one

/** Where a DataTable will be: its head and lines, and on a phone its cards. */
export function TableSkeleton({ rows = 10 }: { rows?: number }) {
  return (
    <div className="table-skeleton" aria-hidden="true">
      {[...Array(rows).keys()].map((row) => (
        <div key={row} className="table-skeleton-row">
          {WIDTHS.map((width) => (
            <Skeleton key={width} width={width} />
          ))}
        </div>
      ))}
    </div>
  )
}
