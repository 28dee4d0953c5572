import type { CSSProperties } from 'react'
import { displayName } from '#src/domain/text.ts'
import { ReviewStamp } from './review-stamp.tsx'
import { priceWords } from './review-words.ts'
import type { Departure } from './use-review.ts'

/** The listing that was decided goes the way of the decision. Nobody waits for it: the next one is there already. */
export function ReviewDeparture({ listing, to, fromX }: Departure) {
  const from = { '--from-x': `${fromX}px` } as CSSProperties // React's types know no custom properties
  return (
    <div className="review-departure" data-to={to} style={from} aria-hidden="true">
      <div className="review-media">
        <div className="video">
          {listing.posterUrl && (
            <img className="review-departure-poster" src={listing.posterUrl} alt="" />
          )}
        </div>
        <ReviewStamp to={to} />
      </div>
      <div className="review-text">
        <p className="review-title">{displayName(listing.name)}</p>
        <p className="review-price">{priceWords(listing)}</p>
      </div>
    </div>
  )
}
