/** Grey lines where text will be, hidden from assistive technology: say 'Loading ...' beside them. */
export function Skeleton({ lines = 1, height }: SkeletonProps) {
  return (
    <span className="skeleton" aria-hidden="true">
      {[...Array(lines).keys()].map((line) => (
        <span key={line} className="skeleton-line" style={{ height }} />
      ))}
    </span>
  )
}

export interface SkeletonProps {
  lines?: number
  /** CSS pixels of one line; the height of a text line if absent. */
  height?: number
}
