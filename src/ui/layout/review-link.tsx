import { Link } from 'react-router-dom'
import { OPENED_HERE } from '#src/ui/dialog/use-sheet-address.ts'

/** The way to go through what wants a decision. Its place in a page's header stays when there is nothing to review. */
export function ReviewLink({ to, count, isMore = false, note }: ReviewLinkProps) {
  return (
    <div className="review-link">
      {note !== undefined && (
        <p className="page-note" role="status">
          {note}
        </p>
      )}
      {count > 0 && (
        <Link className="button" data-variant="primary" to={to} state={OPENED_HERE}>
          <span>
            Review {count}
            {isMore && '+'} <span className="review-link-rest">pending</span>
          </span>
        </Link>
      )}
    </div>
  )
}

export interface ReviewLinkProps {
  to: string
  count: number
  /** There may be more than were counted. */
  isMore?: boolean
  /** Said in its place while there is nothing to review, and empty otherwise. Without it, nothing is ever said there. */
  note?: string
}
