import { UserIcon } from 'lucide-react'
import { assigneeOf } from '#src/domain/listing/assignment.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { useOthersClaim } from '#src/features/listings/claims/use-claim.ts'
import { useSession } from '#src/session/use-session.ts'
import { Badge } from '#src/ui/layout/badge.tsx'

/**
 * Who should decide about a waiting listing: 'For Ravi Shah'. In a row, nothing while somebody else reviews the listing, whom
 * the claim's chip names. `isLong` says it in whole words.
 */
export function AssigneeChip({ listing, isLong = false }: AssigneeChipProps) {
  const isTheirs = useOthersClaim(listing.id) !== null
  const readerId = useSession()?.account?.id
  const assigneeId = assigneeOf(listing)
  if (assigneeId === null || (isTheirs && !isLong)) return null
  const isMine = assigneeId === readerId
  const who = isMine ? 'you' : (listing.assigneeName ?? 'a colleague')
  const long = `Assigned to ${who}`
  return (
    <Badge
      tone={isMine ? 'accent' : 'neutral'}
      icon={<UserIcon size={12} />}
      {...(!isLong && { title: long })}
    >
      {isLong ? long : `For ${who}`}
    </Badge>
  )
}

interface AssigneeChipProps {
  listing: Pick<Listing, 'id' | 'status' | 'assigneeId' | 'assigneeName'>
  isLong?: boolean
}
