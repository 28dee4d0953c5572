import { Icon } from '#src/ui/icon.tsx'
import type { Verdict } from './use-review.ts'

/** What letting go would do, or what has just been done: a picture for those who see the card move. */
export function ReviewStamp({ to }: { to: Verdict }) {
  const isAccepted = to === 'approved'
  return (
    <span className="review-stamp" data-to={to} aria-hidden="true">
      <Icon name={isAccepted ? 'check' : 'cross'} size={22} />
      {isAccepted ? 'Accept' : 'Reject'}
    </span>
  )
}
