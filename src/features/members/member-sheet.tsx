import { findForeignLink } from '#src/api/foreign-url.ts'
import { ofUserPath } from '#src/config/paths.ts'
import { formatDate, formatDateTime } from '#src/domain/dates.ts'
import type { Member } from '#src/domain/member.ts'
import { formatRupees, groupIndian } from '#src/domain/money.ts'
import { displayName, MISSING_VALUE } from '#src/domain/text.ts'
import { NotesSection } from '#src/notes/notes-section.tsx'
import { findReadFreshness } from '#src/query-cache/read-freshness.ts'
import { useHistory } from '#src/query-cache/use-history.ts'
import { mayDo, useMay } from '#src/session/use-may.ts'
import { useSession } from '#src/session/use-session.ts'
import { Sheet } from '#src/ui/dialog/sheet.tsx'
import { EmptyState } from '#src/ui/layout/empty-state.tsx'
import { NewTabLink } from '#src/ui/layout/new-tab-link.tsx'
import { ReadNote } from '#src/ui/reads/read-note.tsx'
import { Avatar } from '#src/ui/record/avatar.tsx'
import { ContactLink } from '#src/ui/record/contact-link.tsx'
import { Details } from '#src/ui/record/details.tsx'
import { HistorySection } from '#src/ui/record/history-section.tsx'
import { RecordLink } from '#src/ui/record/record-link.tsx'
import { ExportOffer } from './export-offer.tsx'
import { MemberDeletion } from './member-deletion.tsx'
import { useMembers } from './members-queries.ts'

export interface MemberSheetProps {
  id: string
  onClose: () => void
}

/** All details of one user. */
export function MemberSheet({ id, onClose }: MemberSheetProps) {
  const members = useMembers()
  const member = members.value?.find((candidate) => candidate.id === id)
  const freshness = findReadFreshness(members, Date.now())
  return (
    <Sheet open onClose={onClose} title={member ? displayName(member.fullName) : 'User'}>
      <div className="stack">
        <ReadNote {...freshness} what="the user" onRetry={members.refetch} />
        {members.isLoading && <p role="status">Loading user...</p>}
        {members.value && !member && (
          <EmptyState title="This user is not in the list">
            The account may have been removed since the link was made.
          </EmptyState>
        )}
        {member && <MemberDetails member={member} />}
      </div>
    </Sheet>
  )
}

function MemberDetails({ member }: { member: Member }) {
  const { posted } = member
  const seesDetails = useMay('see-member-details')
  const mayOffer = useMay('offer-export')
  const mayDelete = useMay('delete-members')
  const pictureLink = findForeignLink(member.pictureUrl)
  const contact = [
    ['Mobile Number', <Contact key="phone" scheme="tel" address={member.phoneNumber} />],
    ['Email', <Contact key="email" scheme="mailto" address={member.email} />],
  ] as const
  const facts = [
    ...(seesDetails ? contact : []),
    ['Joined', formatDate(member.createdAt)],
    [
      'Property Posted',
      `${groupIndian(posted.sell)} sell · ${groupIndian(posted.rent)} rent · ${groupIndian(posted.auction)} auction`,
    ],
    ['Boosted Property', member.boosted],
    ...(seesDetails ? [['Total Spending', formatRupees(member.totalSpending)] as const] : []),
    // A server that sends no spending has no records to link: no payments, and no user ids in listings and loans.
    ...(member.totalSpending === null
      ? []
      : [['Records', <Records key="records" id={member.id} />] as const]),
    [
      'ID',
      <code key="id" className="cell-id">
        {member.id}
      </code>,
    ],
  ] as const
  return (
    <>
      <Avatar src={member.pictureUrl} name={displayName(member.fullName)} size={72} />
      {pictureLink && (
        <p>
          <NewTabLink href={pictureLink}>Open picture</NewTabLink>
        </p>
      )}
      <Details facts={facts} />
      <NotesSection
        key={`notes ${member.id}`}
        about={{ kind: 'member', id: member.id }}
        name={member.fullName}
      />
      {seesDetails && <MemberHistory id={member.id} />}
      {mayOffer && (
        <ExportOffer key={member.id} id={member.id} name={displayName(member.fullName)} />
      )}
      {mayDelete && (
        <MemberDeletion
          key={`deletion of ${member.id}`}
          id={member.id}
          name={displayName(member.fullName)}
        />
      )}
    </>
  )
}

function Contact({ scheme, address }: { scheme: 'tel' | 'mailto'; address: string | null }) {
  return address ? <ContactLink scheme={scheme} address={address} /> : MISSING_VALUE
}

const RECORDS = [
  { section: 'property', label: 'Properties', needed: 'see-listings' },
  { section: 'payments', label: 'Payments', needed: 'see-payments' },
  { section: 'loans', label: 'Loan applications', needed: 'see-loans' },
] as const

function Records({ id }: Pick<Member, 'id'>) {
  const session = useSession()
  return (
    <div className="row">
      {RECORDS.map(({ section, label, needed }) =>
        mayDo(session, needed) ? (
          <RecordLink key={section} to={ofUserPath(section, id)} opens="list">
            {label}
          </RecordLink>
        ) : null,
      )}
    </div>
  )
}

function MemberHistory({ id }: { id: string }) {
  const { entries, ...view } = useHistory('users', id)
  return (
    <HistorySection
      {...view}
      titleId="member-history-title"
      entries={entries?.map((entry) => ({ ...entry, when: formatDateTime(entry.at) }))}
    />
  )
}
