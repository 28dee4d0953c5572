import { formatDate } from '#src/domain/dates.ts'
import type { Loan } from '#src/domain/loan.ts'
import { groupIndian } from '#src/domain/money.ts'
import { sortKeyOf } from '#src/domain/query/sort-key.ts'
import { displayId, displayName, displayValue, MISSING_VALUE } from '#src/domain/text.ts'
import { Avatar } from '#src/ui/record/avatar.tsx'
import type { DataColumn } from '#src/ui/table/columns/data-columns.ts'
import { useNow } from '#src/ui/use-now.ts'
import type { KeyedLoan } from './loans-queries.ts'

const DETAILS: readonly string[] = ['phone', 'occupation', 'income', 'pan']

/** The columns of Loan Applications in the order of the specification (section 2). */
export const LOAN_COLUMNS: readonly DataColumn<KeyedLoan>[] = [
  {
    id: 'id',
    header: 'ID',
    width: 80,
    isPinned: true,
    canPin: true,
    onCard: 'more',
    cell: ({ id }) => displayId(id),
    isId: true,
  },
  {
    id: 'name',
    header: 'Name',
    width: 200,
    canGrow: true,
    isPinned: true,
    canPin: true,
    onCard: 'more',
    cell: (loan) => <ApplicantName loan={loan} />,
    sortValue: (loan) => sortKeyOf(loan.applicantName),
  },
  {
    id: 'phone',
    header: 'Contact No.',
    width: 144,
    onCard: 'lead',
    cell: (loan) => displayValue(loan.phoneNumber),
  },
  {
    id: 'date',
    header: 'Date',
    width: 88,
    onCard: 'more',
    // Today's date on every row (specification, section 9); the day of the application is in the details.
    cell: () => <Today />,
  },
  {
    id: 'occupation',
    header: 'Occupation Type',
    width: 160,
    canGrow: true,
    onCard: 'lead',
    cell: (loan) => displayValue(loan.occupationType),
    sortValue: (loan) => sortKeyOf(loan.occupationType),
  },
  {
    id: 'income',
    header: 'Monthly Income',
    align: 'end',
    onCard: 'first',
    cell: formatIncome,
    sortValue: ({ income }) => income,
  },
  {
    id: 'pan',
    header: 'PAN Number',
    onCard: 'lead',
    cell: (loan) => displayValue(loan.panNumber),
    isId: true,
  },
]

/** The columns for roles that may not see the details. */
export const LOAN_NAME_COLUMNS = LOAN_COLUMNS.filter(({ id }) => !DETAILS.includes(id))

function Today() {
  return formatDate(useNow())
}

function ApplicantName({ loan }: { loan: Loan }) {
  const name = displayName(loan.applicantName)
  return (
    <span className="cell-person">
      <Avatar src={loan.pictureUrl} name={name} />
      <span>{name}</span>
    </span>
  )
}

/** Whole rupees with separators, without ₹ (specification, section 9). */
export function formatIncome({ income }: Pick<Loan, 'income'>): string {
  return income === null ? MISSING_VALUE : groupIndian(income)
}
