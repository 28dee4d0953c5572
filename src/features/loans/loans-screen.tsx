import { useMemo } from 'react'
import { LOAN_FIELDS } from '#src/domain/query/loan-fields.ts'
import { listLoanTexts } from '#src/domain/query/search-texts.ts'
import { displayName } from '#src/domain/text.ts'
import { RecordList, type RecordListKind } from '#src/lists/record-list.tsx'
import { findReadFreshness } from '#src/query-cache/read-freshness.ts'
import { useMay } from '#src/session/use-may.ts'
import { ReadNote } from '#src/ui/reads/read-note.tsx'
import { Avatar } from '#src/ui/record/avatar.tsx'
import { ListHead } from '#src/ui/table/toolbar/list-head.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { LOAN_COLUMNS, LOAN_NAME_COLUMNS } from './loan-columns.tsx'
import { type KeyedLoan, keyLoans, useLoans } from './loans-queries.ts'

export interface LoansScreenProps {
  onOpen: (loanKey: string) => void
}

/** Loan Applications: the applicants, with PAN numbers as the server sends them. */
export function LoansScreen({ onOpen }: LoansScreenProps) {
  const loans = useLoans()
  const rows = useMemo(() => loans.value && keyLoans(loans.value), [loans.value])
  const seesDetails = useMay('see-loan-details')
  const freshness = findReadFreshness(loans, useNow())
  return (
    <>
      <ListHead title="Loan Applications">
        <ReadNote {...freshness} what="the loan applications" onRetry={loans.refetch} />
      </ListHead>
      {(rows || loans.isLoading) && (
        <RecordList
          kind={seesDetails ? LOANS : LOAN_NAMES}
          rows={rows}
          readAtMs={loans.readAt}
          seesDetails={seesDetails}
          onOpen={onOpen}
        />
      )}
    </>
  )
}

const LOANS: RecordListKind<KeyedLoan> = {
  list: 'loans',
  words: {
    caption: 'Loan applications',
    one: 'loan application',
    many: 'loan applications',
    counted: ['application', 'applications'],
    searched: 'Name, phone, occupation or ID',
  },
  fields: LOAN_FIELDS,
  columns: LOAN_COLUMNS,
  orders: {}, // the table is sorted by none that the server has
  textsOf: listLoanTexts,
  loadTable: async () => (await import('#src/domain/export/exported-lists.ts')).LOAN_EXPORT,
  keyOf: ({ key }) => key,
  titleOf: ({ applicantName }) => displayName(applicantName),
  drawPicture: ({ pictureUrl, applicantName }) => (
    <Avatar src={pictureUrl} name={displayName(applicantName)} size={44} />
  ),
  sayOfUser: (userId, rows) =>
    `Applications of ${displayName(rows.find(({ applicantId }) => applicantId === userId)?.applicantName)}`,
  cardHeightRem: 14.125,
}

/** For roles that may not see the details. */
const LOAN_NAMES: RecordListKind<KeyedLoan> = {
  ...LOANS,
  columns: LOAN_NAME_COLUMNS,
  fields: LOAN_FIELDS.filter(({ isDetail }) => !isDetail),
}
