import type { Transaction } from '#src/domain/dashboard.ts'
import { formatRupees } from '#src/domain/money.ts'
import type { QueryField } from './condition.ts'

/** What payments can be filtered by, beside the search. */
export const PAYMENT_FIELDS: readonly QueryField<Transaction>[] = [
  { kind: 'text', name: 'user', label: 'Payer', of: ({ payerId }) => payerId },
  { kind: 'text', name: 'plan', label: 'Plan', of: ({ plan }) => plan },
  { kind: 'text', name: 'category', label: 'Category', of: ({ category }) => category },
  { kind: 'range', name: 'amount', label: 'Amount', of: ({ amount }) => amount, say: formatRupees },
  { kind: 'days', name: 'date', label: 'Date', of: ({ paidAt }) => paidAt },
]
