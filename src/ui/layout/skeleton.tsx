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
  /** Of one line, as CSS has it; a line of the text it stands for if absent. */
  height?: string
  /** Of one line; all there is if absent. */
  width?: string
}
