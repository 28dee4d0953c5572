import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { useShownFocus } from '#src/ui/use-shown-focus.ts'

/** Behind the last listing: what is left, and the way on. */
export function ReviewEnd({ openCount, onAgain, onClose }: ReviewEndProps) {
  const placeRef = useShownFocus<HTMLElement>()
  const isDone = openCount === 0
  const title = isDone ? 'All reviewed' : 'You have been through all of them'
  const leave = (
    <Button variant={isDone ? 'primary' : 'secondary'} onClick={onClose}>
      Leave review
    </Button>
  )
  return (
    <section className="review-end" ref={placeRef} tabIndex={-1} aria-label={title}>
      <EmptyState
        icon={<Icon name={isDone ? 'check' : 'clock'} size={24} />}
        title={title}
        action={
          <div className="row">
            {!isDone && (
              <Button variant="primary" onClick={onAgain}>
                Review the {openCount} left
              </Button>
            )}
            {leave}
          </div>
        }
      >
        {isDone
          ? 'No property wants a decision. New ones come here as they are posted.'
          : `${openCount} ${openCount === 1 ? 'property still wants' : 'properties still want'} a decision.`}
      </EmptyState>
    </section>
  )
}

interface ReviewEndProps {
  /** How many still want a decision. */
  openCount: number
  onAgain: () => void
  onClose: () => void
}
