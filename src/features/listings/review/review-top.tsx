import { Undo2Icon, XIcon } from 'lucide-react'
import { groupIndian } from '#src/domain/money.ts'
import { Button } from '#src/ui/form/button.tsx'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import { Keycap } from '#src/ui/layout/keycap.tsx'
import type { Review } from './use-review.ts'

/** The position in the queue, Undo, Help and Leave. */
export function ReviewTop({ review, hasKeys, onExplain, onHelp, onClose }: ReviewTopProps) {
  const { placeText, queue, openCount, rule, undoableDecision, inView } = review
  const place = placeText ?? (openCount > 0 ? `${groupIndian(openCount)} left` : '')
  return (
    <header className="review-top">
      <IconButton label="Leave review" icon={<XIcon size={18} />} onClick={onClose} />
      <h2 className="review-heading">Review</h2>
      <p className="review-place" title={rule}>
        {inView && place ? `${place} · filtered` : place}
      </p>
      <div className="review-tools">
        {onExplain && (
          <Button variant="quiet" aria-keyshortcuts={hasKeys ? 'e' : undefined} onClick={onExplain}>
            Add reason
            {hasKeys && <Keycap>E</Keycap>}
          </Button>
        )}
        <Button
          variant="quiet"
          icon={<Undo2Icon size={16} />}
          aria-keyshortcuts={hasKeys ? 'u' : undefined}
          disabled={!undoableDecision}
          onClick={() => void review.undo()}
        >
          Undo
          {hasKeys && <Keycap>U</Keycap>}
        </Button>
        <Button
          className="review-help"
          variant="quiet"
          aria-keyshortcuts={hasKeys ? '?' : undefined}
          onClick={onHelp}
        >
          Keys
          {hasKeys && <Keycap>?</Keycap>}
        </Button>
      </div>
      <progress
        className="review-progress"
        aria-label="Decided of this review"
        value={queue.kept.length}
        max={Math.max(queue.kept.length + openCount, 1)}
      />
    </header>
  )
}

interface ReviewTopProps {
  review: Review
  hasKeys: boolean
  /** Opens the reasons for the listing just rejected; undefined when there is no such listing. */
  onExplain: (() => void) | undefined
  onHelp: () => void
  onClose: () => void
}
