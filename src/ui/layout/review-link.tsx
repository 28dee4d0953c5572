import { Link } from 'react-router-dom'
import { OPENED_HERE } from '#src/ui/address/use-sheet-url.ts'

/** The link to review mode. It reserves its space in a page's header, even if there is nothing to review. */
export function ReviewLink({ to, count, isMore = false, which = '', note }: ReviewLinkProps) {
  const amount = `${count.toLocaleString('en-IN')}${isMore ? '+' : ''}`
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
            <span>{`Review ${which && `${which} `}${amount}`}</span>{' '}
            {which !== 'these' && <span className="review-link-rest">pending</span>}
          </span>
        </Link>
      )}
    </div>
  )
}

export interface ReviewLinkProps {
  to: string
  count: number
  /** Whether there may be more than `count`. */
  isMore?: boolean
  /** Beside a filtered list: whether these are its pending listings, or all, because it has none. */
  which?: 'these' | 'all' | ''
  /** Shown in place of the link while there is nothing to review; by default, that space is empty. */
  note?: string
}
