import { CheckIcon, XIcon } from 'lucide-react'
import type { ReviewVerdict } from './use-review.ts'

/** The verdict of a swipe, before and after the card is released. Decorative: visible only on a moving card. */
export function ReviewStamp({ to }: { to: ReviewVerdict }) {
  const isAccepted = to === 'approved'
  return (
    <span className="review-stamp" data-to={to} aria-hidden="true">
      {isAccepted ? <CheckIcon size={20} /> : <XIcon size={20} />}
      <span>{isAccepted ? 'Accept' : 'Reject'}</span>
    </span>
  )
}
