import { CheckIcon, XIcon } from 'lucide-react'
import type { Verdict } from './use-review.ts'

/** What letting go would do, or what has just been done: a picture for those who see the card move. */
export function ReviewStamp({ to }: { to: Verdict }) {
  const isAccepted = to === 'approved'
  return (
    <span className="review-stamp" data-to={to} aria-hidden="true">
      {isAccepted ? <CheckIcon size={20} /> : <XIcon size={20} />}
      {isAccepted ? 'Accept' : 'Reject'}
    </span>
  )
}
