import type { CSSProperties } from 'react'
import type { Listing } from '#src/domain/listing/listing.ts'
import { displayName } from '#src/domain/text.ts'
import { useSubmissionPreload } from '#src/features/listings/details/use-submission-preload.ts'
import { ReviewLead } from './review-lead.tsx'
import { ReviewStamp } from './review-stamp.tsx'
import type { Departure } from './use-review.ts'

/** Moves the decided listing out in the decision's direction. Causes no delay: the next listing is already shown. */
export function ReviewDeparture({ listing, to, fromX }: Departure) {
  const from = { '--from-x': `${fromX}px` } as CSSProperties // React's types lack custom properties
  return (
    <div className="review-departure" data-to={to} style={from} aria-hidden="true">
      <Glimpse listing={listing} />
      <ReviewStamp to={to} />
    </div>
  )
}

/**
 * The next listing, under the card that is being swiped. Rendering it also preloads its poster, and what its owner
 * submitted.
 */
export function ReviewBeneath({ listing }: { listing: Listing }) {
  useSubmissionPreload(listing)
  return (
    <div className="review-beneath" aria-hidden="true">
      <Glimpse listing={listing} />
    </div>
  )
}

function Glimpse({ listing }: { listing: Listing }) {
  const { posterUrl, name } = listing
  return (
    <>
      <div className="review-media">
        <div className="video">
          {posterUrl && <img className="review-poster" src={posterUrl} alt="" />}
        </div>
      </div>
      <div className="review-text">
        <ReviewLead
          listing={listing}
          nowMs={Date.now()}
          title={<p className="review-title">{displayName(name)}</p>}
        />
      </div>
    </>
  )
}
