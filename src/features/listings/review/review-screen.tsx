import './review.css'
import './review-card.css'
import './review-bar.css'
import { Activity, useDeferredValue, useState } from 'react'
import { REVIEW_END, REVIEW_NEXT } from '#src/config/paths.ts'
import { displayName } from '#src/domain/text.ts'
import { useReviewClaim } from '#src/features/listings/claims/use-review-claim.ts'
import { useMayExplain } from '#src/features/listings/reasons/use-may-explain.ts'
import { useQuickReason } from '#src/features/listings/reasons/use-quick-reason.ts'
import { useSheetUrl } from '#src/ui/address/use-sheet-url.ts'
import { Skeleton } from '#src/ui/layout/skeleton.tsx'
import { ReadNote } from '#src/ui/reads/read-note.tsx'
import { useSingleKeys } from '#src/ui/single-keys.ts'
import { useTitle } from '#src/ui/use-title.ts'
import { ReviewBar } from './review-bar.tsx'
import { ReviewCard } from './review-card.tsx'
import { ReviewEnd } from './review-end.tsx'
import { ReviewBeneath, ReviewDeparture } from './review-glimpse.tsx'
import { ReviewGone } from './review-gone.tsx'
import { ReviewHelp } from './review-help.tsx'
import { ReviewTop } from './review-top.tsx'
import { type Review, useReview } from './use-review.ts'
import { useReviewKeys } from './use-review-keys.ts'

/** Review mode: shows the pending listings one by one, in the order that the owner of the panel has set. */
export function ReviewScreen({ id, onMove, onClose, onOpen }: ReviewScreenProps) {
  const review = useReview(id, onMove)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const hasKeys = useSingleKeys()
  const help = () => setHelpOpen(true)
  const reasons = useSheetUrl('reason')
  const mayExplain = useMayExplain()
  const rejectedId =
    mayExplain && review.explained?.to === 'rejected' ? review.explained.listingId : null
  const explain = rejectedId === null ? undefined : () => reasons.open(rejectedId)
  const explainBy = useQuickReason(rejectedId, reasons.open)
  useReviewKeys(review, { hasKeys, onHelp: help, onClose, onExplain: explain, onDigit: explainBy })
  const name = review.shown && displayName(review.shown.name)
  useTitle([name, 'Review', 'Admin Panel'].filter(Boolean).join(' · '))

  const { freshness, refetch } = review
  return (
    <div className="review" data-state={review.isReady ? 'ready' : 'arriving'}>
      <ReviewTop
        review={review}
        hasKeys={hasKeys}
        onExplain={explain}
        onHelp={help}
        onClose={onClose}
      />
      <p className="visually-hidden" role="status">
        {review.said}
      </p>
      <ReviewClaim review={review} />
      <ReadNote {...freshness} what="properties" onRetry={refetch} />
      <ReviewPlace
        id={id}
        review={review}
        hasKeys={hasKeys}
        onMove={onMove}
        onClose={onClose}
        onOpen={onOpen}
      />
      <ReviewHelp open={isHelpOpen} rule={review.rule} onClose={() => setHelpOpen(false)} />
    </div>
  )
}

/** Claims the shown listing. */
function ReviewClaim({ review }: { review: Review }) {
  // Deferred: the next listing is painted before the call that claims it.
  const listing = useDeferredValue(review.shown)
  useReviewClaim({ listing, isDecided: review.isDecidedHere, onTaken: review.passOver })
  return null
}

export interface ReviewScreenProps {
  /** A listing's id, REVIEW_NEXT or REVIEW_END. */
  id: string
  onMove: (id: string) => void
  onClose: () => void
  /** Opens a listing's details over review mode. */
  onOpen: (listingId: string) => void
}

function ReviewPlace({ id, review, hasKeys, onMove, onClose, onOpen }: ReviewPlaceProps) {
  const { shown, departure, following } = review
  // The card of the next listing is rendered before it is shown, which takes longer than a person should wait.
  const cards = shown && following ? [shown, following] : shown && [shown]
  if (shown) {
    return (
      <div className="review-stage">
        {departure && <ReviewDeparture key={departure.listing.id} {...departure} />}
        {following && <ReviewBeneath listing={following} />}
        {cards?.map((listing) => (
          <Activity key={listing.id} mode={listing === shown ? 'visible' : 'hidden'}>
            <ReviewCard
              isShown={listing === shown}
              listing={listing}
              review={review}
              onOpen={onOpen}
            />
          </Activity>
        ))}
        <ReviewBar review={review} hasKeys={hasKeys} />
      </div>
    )
  }
  if (review.isLoading && id !== REVIEW_END) return <Loading />
  const isListing = id !== REVIEW_END && id !== REVIEW_NEXT
  if (!review.isWhole && review.openCount + review.queue.kept.length === 0) return null
  if (isListing) return <ReviewGone isPart={review.isPart} onNext={review.skip} />
  return (
    <ReviewEnd
      openCount={review.openCount}
      taken={review.listTaken()}
      skippedCount={review.countSkipped()}
      isWhole={review.isWhole && !review.isQueueCut}
      isFiltered={review.inView !== null}
      onAgain={() => onMove(REVIEW_NEXT)}
      onOpen={onMove}
      onClose={onClose}
    />
  )
}

interface ReviewPlaceProps extends ReviewScreenProps {
  review: Review
  hasKeys: boolean
}

function Loading() {
  return (
    <div className="stack">
      <p className="muted" role="status">
        Loading properties...
      </p>
      <Skeleton height={CARD_HEIGHT} />
    </div>
  )
}

const CARD_HEIGHT = '26rem' // approximate
