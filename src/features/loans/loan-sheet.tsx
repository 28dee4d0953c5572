import { findForeignLink } from '#src/api/foreign-url.ts'
import { detailsPath } from '#src/config/paths.ts'
import { formatDate, formatDateTime } from '#src/domain/dates.ts'
import { nameActor } from '#src/domain/history.ts'
import type { Loan } from '#src/domain/loan.ts'
import { displayName, displayValue, MISSING_VALUE } from '#src/domain/text.ts'
import { findReadFreshness } from '#src/query-cache/read-freshness.ts'
import { useHistory } from '#src/query-cache/use-history.ts'
import { useMay } from '#src/session/use-may.ts'
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
import { formatIncome } from './loan-columns.tsx'
import { LoanPan } from './loan-pan.tsx'
import { keyLoans, useLoans } from './loans-queries.ts'
import './loans.css'

export interface LoanSheetProps {
  /** The key of the loan in the list: its id, or its position if the server sends no id. */
  id: string
  onClose: () => void
}

/** All details of one loan application. */
export function LoanSheet({ id, onClose }: LoanSheetProps) {
  const loans = useLoans()
  const loan = keyLoans(loans.value ?? []).find(({ key }) => key === id)
  const freshness = findReadFreshness(loans, Date.now())
  const title = loan ? displayName(loan.applicantName) : 'Loan application'
  return (
    <Sheet open onClose={onClose} title={title}>
      <div className="stack">
        <ReadNote {...freshness} what="the loan application" onRetry={loans.refetch} />
        {loans.isLoading && <p role="status">Loading loan application...</p>}
        {loans.value && !loan && (
          <EmptyState title="This application is not in the list">
            It may have been removed since the link was made.
          </EmptyState>
        )}
        {loan && <LoanDetails loan={loan} />}
      </div>
    </Sheet>
  )
}

function LoanDetails({ loan }: { loan: Loan }) {
  const pictureLink = findForeignLink(loan.pictureUrl)
  const seesDetails = useMay('see-loan-details')
  const contact = loan.phoneNumber ? (
    <ContactLink key="phone" scheme="tel" address={loan.phoneNumber} />
  ) : (
    MISSING_VALUE
  )
  const means = [
    ['Occupation Type', displayValue(loan.occupationType)],
    ['Monthly Income', formatIncome(loan)],
    ['PAN Number', <LoanPan key="pan" loanId={loan.id} panNumber={loan.panNumber} />],
  ] as const
  const facts = [
    ...(seesDetails ? [['Contact No.', contact] as const] : []),
    ...(loan.applicantId === null
      ? []
      : [
          [
            'User',
            <Applicant key="user" id={loan.applicantId} name={loan.applicantName} />,
          ] as const,
        ]),
    ['Applied', formatDate(loan.createdAt)],
    ...(seesDetails ? means : []),
    [
      'ID',
      <code key="id" className="cell-id">
        {displayValue(loan.id)}
      </code>,
    ],
  ] as const
  return (
    <>
      <Avatar src={loan.pictureUrl} name={displayName(loan.applicantName)} size={72} />
      {pictureLink && (
        <p>
          <NewTabLink href={pictureLink}>Open picture</NewTabLink>
        </p>
      )}
      <Details facts={facts} />
      {loan.id && seesDetails && <LoanHistory id={loan.id} />}
    </>
  )
}

function Applicant({ id, name }: { id: string; name: string | null }) {
  if (!useMay('see-members')) return displayName(name)
  return (
    <RecordLink to={detailsPath('users', id)} opens="details">
      {displayName(name)}
    </RecordLink>
  )
}

function LoanHistory({ id }: { id: string }) {
  const { entries, ...view } = useHistory('loan', id)
  const readerId = useSession()?.account?.id
  return (
    <HistorySection
      {...view}
      titleId="loan-history-title"
      entries={entries?.map((entry) => ({
        ...entry,
        when: formatDateTime(entry.at),
        by: nameActor(entry, readerId),
      }))}
    />
  )
}
