import { useShownFocus } from '#src/ui/dialog/use-shown-focus.ts'
import { Button } from '#src/ui/form/button.tsx'
import { EmptyState } from '#src/ui/layout/empty-state.tsx'

/** Shown when the list has no listing with the id in the URL: it was deleted, or the URL is wrong. */
export function ReviewGone({ onNext }: { onNext: () => void }) {
  const placeRef = useShownFocus<HTMLElement>()
  const title = 'This property is not in the list'
  return (
    <section className="review-end" ref={placeRef} tabIndex={-1} aria-label={title}>
      <EmptyState
        title={title}
        action={
          <Button variant="primary" onClick={onNext}>
            Next
          </Button>
        }
      >
        It was deleted, or the address is wrong.
      </EmptyState>
    </section>
  )
}
