import { ClockIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatLocation, type Listing } from '#src/domain/listing.ts'
import { postedWords, priceWords } from './review-words.ts'

/** The summary, read first: how long ago it was posted, its name, price and location. */
export function ReviewLead({ listing, nowMs, title }: ReviewLeadProps) {
  return (
    <div className="review-lead">
      <p className="review-age">
        <ClockIcon size={12} />
        {postedWords(listing, nowMs)}
      </p>
      {title}
      <p className="review-price">{priceWords(listing)}</p>
      <p className="review-where">{formatLocation(listing)}</p>
    </div>
  )
}

interface ReviewLeadProps {
  listing: Listing
  nowMs: number
  /** Its name, as a heading if possible. */
  title: ReactNode
}
