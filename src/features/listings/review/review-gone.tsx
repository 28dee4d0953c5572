import { useShownFocus } from '#src/ui/dialog/use-shown-focus.ts'
import { Button } from '#src/ui/form/button.tsx'
import { EmptyState } from '#src/ui/layout/empty-state.tsx'

/**
 * Shown when the list has no listing with the id in the URL: it was deleted, or the URL is wrong. `isPart`: the device does
 * not have all listings that are decided.
 */
export function ReviewGone({ isPart, onNext }: { isPart: boolean; onNext: () => void }) {
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
        {isPart
          ? 'It was deleted, it is decided and not on this device, or the address is wrong.'
          : 'It was deleted, or the address is wrong.'}
      </EmptyState>
    </section>
  )
}
