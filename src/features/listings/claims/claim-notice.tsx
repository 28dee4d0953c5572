import { describeClaim } from '#src/domain/claim/claim-words.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import { useOthersClaim } from './use-claim.ts'

/** In review mode: who else reviews the listing, and the way to the next one. */
export function ClaimNotice({ listingId, onNext }: ClaimNoticeProps) {
  const claim = useOthersClaim(listingId)
  if (!claim) return null
  return (
    <Notice
      tone="caution"
      action={
        <Button size="small" onClick={onNext}>
          Next
        </Button>
      }
    >
      <span>{`${describeClaim(claim, Date.now())}.`}</span>
    </Notice>
  )
}

interface ClaimNoticeProps {
  listingId: string
  onNext: () => void
}
