import { ClockIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { leadingAmount } from '#src/domain/listing/asking-price.ts'
import { formatLocation, type Listing } from '#src/domain/listing/listing.ts'
import { AssigneeChip } from '#src/features/listings/assignments/assignee-chip.tsx'
import { DueChip } from '#src/lists/due/due-chip.tsx'
import { isWaitingLong, postedMessage } from './review-messages.ts'

/** The summary, read first: when the listing was posted, its name, price and location. */
export function ReviewLead({ listing, nowMs, title }: ReviewLeadProps) {
  // A due time says better what is late.
  const isLate = !listing.dueAt && isWaitingLong(listing, nowMs)
  return (
    <div className="review-lead">
      <p className="review-age" data-late={isLate || undefined}>
        <ClockIcon size={12} />
        <span>{postedMessage(listing, nowMs)}</span>
        <DueChip listing={listing} />
        <AssigneeChip listing={listing} isLong />
      </p>
      {title}
      <p className="review-price">{leadingAmount(listing)}</p>
      <p className="review-where">{formatLocation(listing)}</p>
    </div>
  )
}

interface ReviewLeadProps {
  listing: Listing
  nowMs: number
  /** The element that shows the listing's name, such as a heading. */
  title: ReactNode
}
