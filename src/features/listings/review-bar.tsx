import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Keycap } from '#src/ui/keycap.tsx'
import { REVIEW_TITLE_ID } from './review-card.tsx'
import type { Review } from './use-review.ts'

/** The decision, within a thumb's reach: what is not to be mixed up stands apart, and differs in shape, sign and word. */
export function ReviewBar({ review, hasKeys }: ReviewBarProps) {
  const { isDecidable, isBeingDecided, decide, skip, goBack } = review
  const keys = (key: string) => (hasKeys ? key : undefined)
  const verdict = {
    className: 'review-verdict',
    'aria-describedby': REVIEW_TITLE_ID,
    disabled: !isDecidable && !isBeingDecided,
  }
  return (
    <div className="review-bar" data-keep-clear>
      <Button
        {...verdict}
        variant="reject"
        icon={<Icon name="cross" size={20} />}
        aria-keyshortcuts={keys('r')}
        onClick={() => void decide('rejected')}
      >
        Reject
        {hasKeys && <Keycap>R</Keycap>}
      </Button>
      <div className="review-moves">
        <Button
          variant="quiet"
          className="review-back"
          icon={<Icon name="chevron-left" size={18} />}
          aria-keyshortcuts={keys('k')}
          onClick={goBack}
        >
          <span className="review-back-word">Previous</span>
          {hasKeys && <Keycap>K</Keycap>}
        </Button>
        <Button variant="quiet" aria-keyshortcuts={keys('j')} onClick={skip}>
          Skip
          {hasKeys ? <Keycap>J</Keycap> : null}
          <Icon name="chevron-right" size={18} />
        </Button>
      </div>
      <Button
        {...verdict}
        variant="accept"
        icon={<Icon name="check" size={20} />}
        aria-keyshortcuts={keys('a')}
        onClick={() => void decide('approved')}
      >
        Accept
        {hasKeys && <Keycap>A</Keycap>}
      </Button>
    </div>
  )
}

interface ReviewBarProps {
  review: Review
  hasKeys: boolean
}
