import { Suspense } from 'react'
import type { SheetAddress } from '#src/ui/dialog/use-sheet-address.ts'
import { lazyScreen } from '#src/ui/lazy-screen.tsx'

const reviewScreen = lazyScreen(
  async () => (await import('#src/features/listings/review/review-screen.tsx')).ReviewScreen,
)

export const loadReviewScreen = reviewScreen.load

export interface PanelReviewProps {
  address: SheetAddress
  /** The id in the address. */
  id: string
  onOpen: (listingId: string) => void
}

/** Review mode, in the place of the section from which it was opened. */
export function PanelReview({ address, id, onOpen }: PanelReviewProps) {
  return (
    <Suspense fallback={null}>
      <reviewScreen.Screen
        id={id}
        onMove={address.rename}
        onClose={address.close}
        onOpen={onOpen}
      />
    </Suspense>
  )
}
