import { UserIcon } from 'lucide-react'
import type { ListingClaim } from '#src/domain/claim/claim.ts'
import { describeClaim, nameHolder } from '#src/domain/claim/claim-words.ts'
import { useSession } from '#src/session/use-session.ts'
import { Badge } from '#src/ui/layout/badge.tsx'
import { useOthersClaim } from './use-claim.ts'

/** Who else reviews the listing: 'With Ravi Shah'. `isLong` says since when, or until when it is held and why. */
export function ClaimChip({ listingId, isLong = false }: ClaimChipProps) {
  const claim = useOthersClaim(listingId)
  const readerId = useSession()?.account?.id
  if (!claim) return null
  const long = describeClaim(claim, Date.now(), readerId)
  return (
    <Badge tone="accent" icon={<UserIcon size={12} />} {...(!isLong && { title: long })}>
      {isLong ? long : shortWords(claim)}
    </Badge>
  )
}

/** A listing on the road says until when, because nobody can ask the person meanwhile. */
function shortWords(claim: ListingClaim): string {
  return claim.batchId ? describeClaim(claim, Date.now()) : `With ${nameHolder(claim)}`
}

interface ClaimChipProps {
  listingId: string
  isLong?: boolean
}
