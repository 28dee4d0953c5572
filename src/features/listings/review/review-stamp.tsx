import { CheckIcon, XIcon } from 'lucide-react'
import type { Verdict } from './use-review.ts'

/** The verdict of a swipe, before and after the card is released. Decorative: visible only on a moving card. */
export function ReviewStamp({ to }: { to: Verdict }) {
  const isAccepted = to === 'approved'
  return (
    <span className="review-stamp" data-to={to} aria-hidden="true">
      {isAccepted ? <CheckIcon size={20} /> : <XIcon size={20} />}
      <span>{isAccepted ? 'Accept' : 'Reject'}</span>
    </span>
  )
}
