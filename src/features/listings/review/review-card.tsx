import { useRef } from 'react'
import { type Listing, STATUS_LABELS } from '#src/domain/listing/listing.ts'
import { displayName } from '#src/domain/text.ts'
import { AssignButton } from '#src/features/listings/assignments/assign-button.tsx'
import { ClaimNotice } from '#src/features/listings/claims/claim-notice.tsx'
import { KeepButton } from '#src/features/listings/claims/keep-button.tsx'
import { DueNote } from '#src/features/listings/details/due-note.tsx'
import { ListingStatusLine } from '#src/features/listings/details/listing-status-line.tsx'
import { OwnerContact } from '#src/features/listings/details/owner-contact.tsx'
import { OwnerSubmission } from '#src/features/listings/details/owner-submission.tsx'
import type { PhotoStripHandle } from '#src/features/listings/details/photo-strip.tsx'
import { SaveToggle } from '#src/features/listings/details/save-toggle.tsx'
import { SyncStatusHint } from '#src/features/listings/details/sync-status-hint.tsx'
import { RoadButton } from '#src/features/listings/road/road-button.tsx'
import { VisitButton } from '#src/features/listings/visits/visit-button.tsx'
import { NotesLine } from '#src/notes/notes-line.tsx'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import { useVideoSource } from '#src/saved-videos/use-video-source.ts'
import { useShownFocus } from '#src/ui/dialog/use-shown-focus.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import { ListingVideo, type VideoHandle } from '#src/ui/media/video-player.tsx'
import { Details } from '#src/ui/record/details.tsx'
import { useScreenActions } from '#src/ui/screen-actions.ts'
import { useSingleKeys } from '#src/ui/single-keys.ts'
import { useKeys } from '#src/ui/use-keys.ts'
import { useNow } from '#src/ui/use-now.ts'
import { type SwipeHandler, useSwipe } from '#src/ui/use-swipe.ts'
import { listReviewFacts } from './review-facts.tsx'
import { ReviewLead } from './review-lead.tsx'
import { ReviewStamp } from './review-stamp.tsx'
import type { Review } from './use-review.ts'

export const REVIEW_TITLE_ID = 'review-title'

/** The listing in review, with everything that a decision needs. Its title gets the focus when it is shown. */
export function ReviewCard({ listing, isShown, review, onOpen }: ReviewCardProps) {
  const titleRef = useShownFocus<HTMLHeadingElement>()
  const nowMs = useNow()
  const outbox = useOutbox()
  const findSource = useVideoSource()
  const videoRef = useRef<VideoHandle>(null)
  const photosRef = useRef<PhotoStripHandle>(null)
  const togglePlaying = () => videoRef.current?.togglePlaying()
  useScreenActions([{ key: 'p', label: 'Play or pause the video', run: togglePlaying }])
  useKeys({ ' ': togglePlaying }, useSingleKeys())
  const isDecidable = isShown ? review.isDecidable : listing.status === 'pending'
  const isBeingDecided = isShown && review.isBeingDecided
  const cameNext = isShown && review.cameNext
  const name = displayName(listing.name)
  const syncStatus = review.syncStatuses.get(listing.id)
  const isSettledElsewhere = !isDecidable && !isBeingDecided
  const handleSwipe: SwipeHandler = (side, fromX) =>
    review.decide(side === 'right' ? 'approved' : 'rejected', fromX)

  return (
    <article
      className={isShown ? 'review-card' : 'review-card-ahead'}
      data-listing={listing.id}
      aria-labelledby={isShown ? REVIEW_TITLE_ID : undefined}
      {...useSwipe(handleSwipe)}
    >
      {listing.resubmittedAt !== null && (
        <div className="review-text review-changes">
          <OwnerSubmission listing={listing} part="changes" />
        </div>
      )}
      <div className="review-media">
        <div className="review-video">
          <ListingVideo
            ref={videoRef}
            src={listing.videoUrl}
            poster={listing.posterUrl}
            label={name}
            findSource={findSource}
            onEnlarge={() => photosRef.current?.enlarge()}
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
            <h3
              className="review-title"
              id={isShown ? REVIEW_TITLE_ID : undefined}
              ref={titleRef}
              tabIndex={-1}
            >
              {name}
            </h3>
          }
        />
        {isDecidable && <DueNote listing={listing} />}
        {listing.version !== null && (
          <NotesLine about={{ kind: 'listing', id: listing.id }} name={listing.name} />
        )}
        {isDecidable && <ClaimNotice listingId={listing.id} onNext={review.skip} />}
        {cameNext && <Notice tone="neutral">{CAME_NEXT[cameNext]}</Notice>}
        {isSettledElsewhere && (
          <Notice
            tone="neutral"
            action={
              <Button size="small" onClick={review.skip}>
                Next
              </Button>
            }
          >
            {syncStatus?.isLeaving
              ? 'It is to be deleted.'
              : `It is ${STATUS_LABELS[listing.status]} already. Nothing is left to decide.`}
          </Notice>
        )}
        {(syncStatus || listing.status !== 'pending') && !isBeingDecided && (
          <ListingStatusLine status={listing.status} syncStatus={syncStatus} onUndo={outbox.undo} />
        )}
        {syncStatus && !isBeingDecided && <SyncStatusHint syncStatus={syncStatus} />}
      </div>
      <div className="review-text review-photos" data-large={listing.videoUrl ? undefined : ''}>
        <OwnerSubmission listing={listing} part="photos" photosRef={photosRef} />
      </div>
      <div className="review-text review-rest">
        <OwnerSubmission
          listing={listing}
          part="content"
          onReject={isDecidable ? () => review.decide('rejected') : undefined}
        />
        <Details facts={listReviewFacts(listing)} />
        <OwnerContact listing={listing} />
        <Button variant="quiet" className="review-more" onClick={() => onOpen(listing.id)}>
          All details and history
        </Button>
        {isDecidable && (
          <KeepButton listing={listing} isUsable={review.isReady} onKept={review.passKept} />
        )}
        {isDecidable && listing.version !== null && (
          <AssignButton isInReview listing={listing} onAssigned={review.noteAssigned} />
        )}
        <VisitButton isInReview listing={listing} />
        <p className="muted">{review.rule}</p>
        <RoadButton className="review-more" hasKey listCandidates={() => review.queue.waiting} />
      </div>
    </article>
  )
}

const GOES_ON = 'The review then goes on where you were.'
const CAME_NEXT = {
  resubmitted: `It was resubmitted while you reviewed, so it comes next. ${GOES_ON}`,
  assigned: `It is assigned to you, so it comes next. ${GOES_ON}`,
} as const

interface ReviewCardProps {
  listing: Listing
  /** False while it is rendered ahead, out of sight. */
  isShown: boolean
  review: Review
  onOpen: (listingId: string) => void
}
