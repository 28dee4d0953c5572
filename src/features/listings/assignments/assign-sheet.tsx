import { CheckIcon } from 'lucide-react'
import { describeOnlineFailure } from '#src/api/online-failure.ts'
import type { Decider } from '#src/api/team/claims-api.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { countProperties } from '#src/domain/listing/listing-commands.ts'
import { groupIndian } from '#src/domain/money.ts'
import { displayName } from '#src/domain/text.ts'
import { useDeciders } from '#src/features/listings/claims/use-deciders.ts'
import { useReachability } from '#src/outbox/use-outbox.ts'
import { useSession } from '#src/session/use-session.ts'
import { Sheet } from '#src/ui/dialog/sheet.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { FieldError } from '#src/ui/form/field-error.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import { describeAssigned, nameAssignee } from './assign-words.ts'
import { useAssigning } from './use-assigning.ts'

/** Chooses who should decide about listings. One press assigns them. */
export function AssignSheet({ listings, assigneeId, onAssigned, onClose }: AssignSheetProps) {
  const isOnline = useReachability() === 'online'
  const [first] = listings
  return (
    <Sheet open hasUrl={false} title="Assign" onClose={onClose}>
      <div className="stack">
        <p className="muted">
          {first && listings.length === 1
            ? displayName(first.name)
            : countProperties(listings.length)}
        </p>
        {isOnline ? (
          <People {...{ listings, assigneeId, onAssigned }} />
        ) : (
          <Notice tone="neutral">
            Assigning needs the network. Try again when you are online.
          </Notice>
        )}
      </div>
    </Sheet>
  )
}

export interface AssignSheetProps {
  listings: readonly Pick<Listing, 'id' | 'name'>[]
  /** The person who has all of the listings now; null for nobody, undefined for several. */
  assigneeId?: string | null
  /** Called with the person, and with what was done. */
  onAssigned: (personId: string | null, said: string) => void
  onClose: () => void
}

function People({ listings, assigneeId, onAssigned }: Omit<AssignSheetProps, 'onClose'>) {
  const readerId = useSession()?.account?.id
  const people = useDeciders()
  const { assign, sent, failure } = useAssigning()
  const isBusy = sent !== null

  async function choose(person: Decider | null) {
    const ids = listings.map(({ id }) => id)
    const result = await assign(ids, person?.id ?? null)
    if (result)
      onAssigned(person?.id ?? null, describeAssigned(result, nameAssignee(person, readerId)))
  }

  if (people.isPending) return <p role="status">Loading people...</p>
  if (people.isError)
    return (
      <Notice
        tone="caution"
        action={
          <Button size="small" onClick={() => void people.refetch()}>
            Try again
          </Button>
        }
      >
        {describeOnlineFailure(people.error)}
      </Notice>
    )
  const choices: readonly (Decider | null)[] = [...sortPeople(people.data, readerId), null]
  return (
    <>
      <section className="stack" aria-label="Assign to">
        {choices.map((person) => {
          const isCurrent = assigneeId === (person?.id ?? null)
          return (
            <Button
              key={person?.id ?? 'nobody'}
              aria-pressed={isCurrent}
              aria-disabled={isBusy}
              icon={isCurrent ? <CheckIcon size={16} /> : undefined}
              onClick={() => void choose(person)}
            >
              {labelPerson(person, readerId)}
            </Button>
          )
        })}
      </section>
      {isBusy && listings.length > 1 && (
        <p role="status">{`Assigning ${groupIndian(sent)} of ${groupIndian(listings.length)}...`}</p>
      )}
      <FieldError id="assign-failure">{failure}</FieldError>
    </>
  )
}

/** The reader first, then by name as the server sends them. */
function sortPeople(people: readonly Decider[], readerId: string | undefined): Decider[] {
  return [
    ...people.filter(({ id }) => id === readerId),
    ...people.filter(({ id }) => id !== readerId),
  ]
}

function labelPerson(person: Decider | null, readerId: string | undefined): string {
  if (person === null) return 'Nobody'
  return person.id === readerId ? `Me (${person.name})` : person.name
}
