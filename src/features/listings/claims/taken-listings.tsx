import { describeClaim } from '#src/domain/claim/claim-words.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { displayName } from '#src/domain/text.ts'
import { useSession } from '#src/session/use-session.ts'
import { Button } from '#src/ui/form/button.tsx'
import { useClaimsState } from './use-claim.ts'

const MOST_SHOWN = 5 // more than a team has reviewers

/** At the end of a review: the pending listings that were passed over, because others review them or the person holds them. */
export function TakenListings({ taken, onOpen }: TakenListingsProps) {
  const { others, own } = useClaimsState()
  const readerId = useSession()?.account?.id
  return (
    <ul className="taken-listings">
      {taken.slice(0, MOST_SHOWN).map(({ id, name }) => {
        const claim = others.get(id) ?? own.get(id)
        return (
          <li key={id}>
            <Button variant="quiet" size="small" onClick={() => onOpen(id)}>
              {displayName(name)}
            </Button>
            <span className="muted">{claim ? describeClaim(claim, Date.now(), readerId) : ''}</span>
          </li>
        )
      })}
    </ul>
  )
}

interface TakenListingsProps {
  taken: readonly Listing[]
  onOpen: (id: string) => void
}
