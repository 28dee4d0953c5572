import { useRef } from 'react'
import { type Listing, STATUS_LABELS } from '#src/domain/listing.ts'
import { displayName } from '#src/domain/text.ts'
import { useOutbox } from '#src/sync/use-sync.ts'
import { useVideoSource } from '#src/sync/use-video-source.ts'
import { Button } from '#src/ui/button.tsx'
import { Details } from '#src/ui/details.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { useSingleKeys } from '#src/ui/single-keys.ts'
import { useKeys } from '#src/ui/use-keys.ts'
import { useNow } from '#src/ui/use-now.ts'
import { useShownFocus } from '#src/ui/use-shown-focus.ts'
import { type SwipeHandler, useSwipe } from '#src/ui/use-swipe.ts'
import { ListingVideo, type VideoHandle } from '#src/ui/video-player.tsx'
import { ListingStatusLine } from './listing-status-line.tsx'
import { MarkHint } from './mark-hint.tsx'
import { listReviewFacts } from './review-facts.tsx'
import { ReviewLead } from './review-lead.tsx'
import { ReviewStamp } from './review-stamp.tsx'
import { SaveToggle } from './save-toggle.tsx'
import type { Review } from './use-review.ts'

export const REVIEW_TITLE_ID = 'review-title'

/** Everything that a decision needs of one listing. It takes the focus when it comes. */
export function ReviewCard({ listing, review, onOpen }: ReviewCardProps) {
  const titleRef = useShownFocus<HTMLHeadingElement>()
  const nowMs = useNow()
  const outbox = useOutbox()
  const findSource = useVideoSource()
  const videoRef = useRef<VideoHandle>(null)
  const togglePlaying = () => videoRef.current?.togglePlaying()
  useKeys({ p: togglePlaying, ' ': togglePlaying }, useSingleKeys())
  const { isDecidable, isBeingDecided } = review
  const name = displayName(listing.name)
  const mark = review.marks.get(listing.id)
  const isSettledElsewhere = !isDecidable && !isBeingDecided
  const handleSwipe: SwipeHandler = (side, fromX) =>
    review.decide(side === 'right' ? 'approved' : 'rejected', fromX)

  return (
    <article
      className="review-card"
      data-listing={listing.id}
      aria-labelledby={REVIEW_TITLE_ID}
      {...useSwipe(handleSwipe)}
    >
      <div className="review-media">
        <div className="review-video">
          <ListingVideo
            ref={videoRef}
            src={listing.videoUrl}
            poster={listing.posterUrl}
            label={name}
            findSource={findSource}
          />
          {listing.videoUrl && <SaveToggle url={listing.videoUrl} posterUrl={listing.posterUrl} />}
        </div>
        <ReviewStamp to="approved" />
        <ReviewStamp to="rejected" />
      </div>
      <div className="review-text">
        <ReviewLead
          listing={listing}
          nowMs={nowMs}
          title={
            <h3 className="review-title" id={REVIEW_TITLE_ID} ref={titleRef} tabIndex={-1}>
              {name}
            </h3>
          }
        />
        {isSettledElsewhere && (
          <Notice
            tone="neutral"
            action={
              <Button size="small" onClick={review.skip}>
                Next
              </Button>
            }
          >
            {mark?.isLeaving
              ? 'It is to be deleted.'
              : `It is ${STATUS_LABELS[listing.status]} already. Nothing is left to decide.`}
          </Notice>
        )}
        {(mark || listing.status !== 'pending') && !isBeingDecided && (
          <ListingStatusLine status={listing.status} mark={mark} onUndo={outbox.undo} />
        )}
        {mark && !isBeingDecided && <MarkHint mark={mark} />}
        <Details facts={listReviewFacts(listing)} />
        <Button variant="quiet" className="review-more" onClick={() => onOpen(listing.id)}>
          All details and history
        </Button>
      </div>
    </article>
  )
}

interface ReviewCardProps {
  listing: Listing
  review: Review
  onOpen: (listingId: string) => void
}
