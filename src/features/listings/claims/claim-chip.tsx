import { UserIcon } from 'lucide-react'
import { describeClaim, nameHolder } from '#src/domain/claim/claim-words.ts'
import { useSession } from '#src/session/use-session.ts'
import { Badge } from '#src/ui/layout/badge.tsx'
import { useOthersClaim } from './use-claim.ts'

/** Who else reviews the listing: 'With Ravi Shah'. `isLong` says since when, or until when it is held and why. */
export function ClaimChip({ listingId, isLong = false }: ClaimChipProps) {
  const claim = useOthersClaim(listingId)
  const readerId = useSession()?.account?.id
  if (!claim) return null
  return (
    <Badge tone="accent" icon={<UserIcon size={12} />}>
      {isLong ? describeClaim(claim, Date.now(), readerId) : `With ${nameHolder(claim)}`}
    </Badge>
  )
}

interface ClaimChipProps {
  listingId: string
  isLong?: boolean
}
