import './grievances.css'
import { detailsPath } from '#src/config/paths.ts'
import { formatDateTime } from '#src/domain/dates.ts'
import {
  findListingId,
  GRIEVANCE_KIND_LABELS,
  type Grievance,
} from '#src/domain/grievance/grievance.ts'
import { findReadFreshness } from '#src/query-cache/read-freshness.ts'
import { useMay } from '#src/session/use-may.ts'
import { Sheet } from '#src/ui/dialog/sheet.tsx'
import { EmptyState } from '#src/ui/layout/empty-state.tsx'
import { ReadNote } from '#src/ui/reads/read-note.tsx'
import { ContactLink } from '#src/ui/record/contact-link.tsx'
import { Details, type Fact } from '#src/ui/record/details.tsx'
import { RecordLink } from '#src/ui/record/record-link.tsx'
import { Due } from './grievance-columns.tsx'
import { GrievanceReply } from './grievance-reply.tsx'
import { useGrievances } from './grievances-queries.ts'

export interface GrievanceSheetProps {
  id: string
  onClose: () => void
}

/** One grievance with its answer, or the form that answers it. */
export function GrievanceSheet({ id, onClose }: GrievanceSheetProps) {
  const grievances = useGrievances()
  const grievance = grievances.value?.find((candidate) => candidate.id === id)
  const freshness = findReadFreshness(grievances, Date.now())
  const title = grievance ? `Grievance ${grievance.number}` : 'Grievance'
  return (
    <Sheet open onClose={onClose} title={title}>
      <div className="stack">
        <ReadNote {...freshness} what="the grievance" onRetry={grievances.refetch} />
        {grievances.isLoading && <p role="status">Loading grievance...</p>}
        {grievances.value && !grievance && (
          <EmptyState title="This grievance is not in the list">
            Its sender may have deleted their account since the link was made.
          </EmptyState>
        )}
        {grievance && (
          <>
            <p className="written-text">{grievance.text}</p>
            <Facts grievance={grievance} />
            <GrievanceReply key={id} grievance={grievance} onSettled={grievances.refetch} />
          </>
        )}
      </div>
    </Sheet>
  )
}

function Facts({ grievance }: { grievance: Grievance }) {
  const { kind, listing, name, email, phoneNumber, userId, createdAt } = grievance
  const seesMembers = useMay('see-members')
  const seesListings = useMay('see-listings')
  const listingId = findListingId(listing)
  const facts: Fact[] = [
    ['About', GRIEVANCE_KIND_LABELS[kind]],
    ['From', name],
    ['Received', formatDateTime(createdAt)],
    ['Due', <Due key="due" grievance={grievance} />],
  ]
  if (email) facts.push(['Email', <ContactLink key="email" scheme="mailto" address={email} />])
  if (phoneNumber)
    facts.push(['Mobile Number', <ContactLink key="phone" scheme="tel" address={phoneNumber} />])
  if (userId && seesMembers)
    facts.push([
      'User',
      <RecordLink key="user" to={detailsPath('users', userId)} opens="details">
        Open the account
      </RecordLink>,
    ])
  if (listing) facts.push(['Listing', listing])
  if (listingId && seesListings)
    facts.push([
      'Property',
      <RecordLink key="property" to={detailsPath('property', listingId)} opens="details">
        Open the listing
      </RecordLink>,
    ])
  return <Details facts={facts} />
}
