import type { Loan } from '#src/domain/loan.ts'
import { groupIndian } from '#src/domain/money.ts'
import { daysSince, type QueryField } from './condition.ts'

/** What loan applications can be filtered by, beside the search. */
export const LOAN_FIELDS: readonly QueryField<Loan>[] = [
  { kind: 'text', name: 'user', label: 'Applicant', of: ({ applicantId }) => applicantId },
  {
    kind: 'range',
    name: 'income',
    label: 'Monthly income',
    isDetail: true,
    of: ({ income }) => income,
    say: groupIndian,
  },
  {
    kind: 'text',
    name: 'occupation',
    label: 'Occupation',
    isDetail: true,
    of: ({ occupationType }) => occupationType,
  },
  {
    kind: 'range',
    name: 'age',
    label: 'Age in days',
    isOfTime: true,
    of: ({ createdAt }, nowMs) => daysSince(createdAt, nowMs),
    say: String,
  },
]
