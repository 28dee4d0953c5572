import { ChevronLeftIcon, ChevronRightIcon } from 'lucide-react'
import { useLayoutEffect } from 'react'
import { APPROVE, REJECT } from '#src/domain/listing/listing-commands.ts'
import { Button } from '#src/ui/form/button.tsx'
import { CommandIcon } from '#src/ui/layout/command-icon.tsx'
import { Keycap } from '#src/ui/layout/keycap.tsx'
import { REVIEW_TITLE_ID } from './review-card.tsx'
import type { Review } from './use-review.ts'

/** The decision buttons, within a thumb's reach. Reject and Accept are apart and differ in shape, icon and label. */
export function ReviewBar({ review, hasKeys }: ReviewBarProps) {
  const { isDecidable, isBeingDecided, decide, skip, goBack } = review
  useLayoutEffect(markPage, [])
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
        icon={<CommandIcon name={REJECT.icon} size={18} />}
        aria-keyshortcuts={keys(REJECT.key)}
        onClick={() => void decide('rejected')}
      >
        {REJECT.label}
        {hasKeys && <Keycap>{REJECT.key.toUpperCase()}</Keycap>}
      </Button>
      <div className="review-moves">
        <Button
          variant="quiet"
          className="review-back"
          icon={<ChevronLeftIcon size={16} />}
          aria-keyshortcuts={keys('k')}
          onClick={goBack}
        >
          <span className="review-back-word">Previous</span>
          {hasKeys && <Keycap>K</Keycap>}
        </Button>
        <Button variant="quiet" aria-keyshortcuts={keys('j')} onClick={skip}>
          Skip
          {hasKeys ? <Keycap>J</Keycap> : null}
          <ChevronRightIcon size={16} />
        </Button>
      </div>
      <Button
        {...verdict}
        variant="accept"
        icon={<CommandIcon name={APPROVE.icon} size={18} />}
        aria-keyshortcuts={keys(APPROVE.key)}
        onClick={() => void decide('approved')}
      >
        Accept
        {hasKeys && <Keycap>{APPROVE.key.toUpperCase()}</Keycap>}
      </Button>
    </div>
  )
}

/** Marks the page for its styles. For `html:has(.review-bar)`, the browser would search the page at each change of it. */
function markPage() {
  const { dataset } = document.documentElement
  dataset['reviewBar'] = ''
  return () => {
    delete dataset['reviewBar']
  }
}

interface ReviewBarProps {
  review: Review
  hasKeys: boolean
}
