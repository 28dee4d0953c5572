/** Grey lines where text will be, hidden from assistive technology: say 'Loading ...' beside them. */
export function Skeleton({ lines = 1, height, width }: SkeletonProps) {
  return (
    <span className="skeleton" aria-hidden="true">
      {[...Array(lines).keys()].map((line) => (
        <span key={line} className="skeleton-line" style={{ height, width }} />
      ))}
    </span>
  )
}

export interface SkeletonProps {
  lines?: number
  /** The height of one line, in CSS; by default that of the replaced text. */
  height?: string
  /** The width of one line; full width if absent. */
  width?: string
}
