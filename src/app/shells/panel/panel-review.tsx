import { Suspense } from 'react'
import type { SheetUrl } from '#src/ui/address/use-sheet-url.ts'
import { lazyScreen } from '#src/ui/lazy-screen.tsx'

const reviewScreen = lazyScreen(
  async () => (await import('#src/features/listings/review/review-screen.tsx')).ReviewScreen,
)

export const loadReviewScreen = reviewScreen.load

export interface PanelReviewProps {
  url: SheetUrl
  /** The listing's id in the URL, or REVIEW_NEXT or REVIEW_END. */
  id: string
  onOpen: (listingId: string) => void
}

/** Review mode. Replaces the section from which it was opened. */
export function PanelReview({ url, id, onOpen }: PanelReviewProps) {
  return (
    <Suspense fallback={null}>
      <reviewScreen.Screen id={id} onMove={url.rename} onClose={url.close} onOpen={onOpen} />
    </Suspense>
  )
}
