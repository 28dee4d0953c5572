import { CheckIcon, ClockIcon } from 'lucide-react'
import type { Listing } from '#src/domain/listing/listing.ts'
import { groupIndian } from '#src/domain/money.ts'
import { TakenListings } from '#src/features/listings/claims/taken-listings.tsx'
import { useShownFocus } from '#src/ui/dialog/use-shown-focus.ts'
import { Button } from '#src/ui/form/button.tsx'
import { EmptyState } from '#src/ui/layout/empty-state.tsx'

/** Shown after the last listing: the number of listings still pending, and what to do next. */
export function ReviewEnd({
  openCount,
  taken,
  skippedCount,
  isWhole,
  isFiltered,
  onAgain,
  onOpen,
  onClose,
}: ReviewEndProps) {
  const placeRef = useShownFocus<HTMLElement>()
  const isDone = openCount === 0
  const doneTitle = isWhole ? 'All reviewed' : 'You have reviewed what has arrived so far'
  const openTitle =
    skippedCount > 0 ? `You skipped ${groupIndian(skippedCount)}` : `${groupIndian(openCount)} left`
  const title = isDone ? doneTitle : openTitle
  const leave = (
    <Button variant={isDone ? 'primary' : 'secondary'} onClick={onClose}>
      Leave review
    </Button>
  )
  return (
    <section className="review-end" ref={placeRef} tabIndex={-1} aria-label={title}>
      <EmptyState
        icon={isDone ? <CheckIcon size={22} /> : <ClockIcon size={22} />}
        title={title}
        action={
          <div className="row">
            {openCount > taken.length && (
              <Button variant="primary" onClick={onAgain}>
                {`Review the ${groupIndian(openCount - taken.length)} left`}
              </Button>
            )}
            {leave}
          </div>
        }
      >
        {isDone
          ? isWhole
            ? DONE_MESSAGES[isFiltered ? 'view' : 'all']
            : 'The other listings have not arrived yet. Some of them may need a decision.'
          : openMessage(openCount, skippedCount)}
      </EmptyState>
      {taken.length > 0 && <TakenListings taken={taken} onOpen={onOpen} />}
    </section>
  )
}

const DONE_MESSAGES = {
  all: 'No listing needs a decision. New ones appear here as they are posted.',
  view: 'No listing that passes the filters needs a decision. Others may.',
}

function openMessage(openCount: number, skippedCount: number): string {
  if (openCount === skippedCount)
    return openCount === 1 ? 'It still needs a decision.' : 'They still need a decision.'
  const needs = openCount === 1 ? 'listing still needs' : 'listings still need'
  return `${groupIndian(openCount)} ${needs} a decision.`
}

interface ReviewEndProps {
  /** The number of listings that are still pending. */
  openCount: number
  /** Those of them that others review. */
  taken: readonly Listing[]
  /** How many of them this review has shown. */
  skippedCount: number
  /** False while only the board's listings are known, or if pending ones are only on the server. */
  isWhole: boolean
  /** Whether only listings that pass filters were reviewed. */
  isFiltered: boolean
  onAgain: () => void
  /** Shows this listing all the same. */
  onOpen: (id: string) => void
  onClose: () => void
}
