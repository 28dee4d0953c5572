import { lazy, Suspense } from 'react'
import type { SheetAddress } from '#src/ui/dialog/use-sheet-address.ts'

const ReviewScreen = lazy(async () => ({
  default: (await import('#src/features/listings/review/review-screen.tsx')).ReviewScreen,
}))

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
      <ReviewScreen id={id} onMove={address.rename} onClose={address.close} onOpen={onOpen} />
    </Suspense>
  )
}
