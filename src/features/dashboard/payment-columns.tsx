import { detailsPath } from '#src/config/paths.ts'
import type { Transaction } from '#src/domain/dashboard.ts'
import { formatDate } from '#src/domain/dates.ts'
import { formatRupees } from '#src/domain/money.ts'
import { PAYMENT_ORDERS } from '#src/domain/query/list-orders.ts'
import { sortKeyOf } from '#src/domain/query/sort-key.ts'
import { displayName, displayValue } from '#src/domain/text.ts'
import { RecordLink } from '#src/ui/record/record-link.tsx'
import type { DataColumn } from '#src/ui/table/columns/data-columns.ts'

/** A payment with its key in the list and in the URL. */
export type KeyedPayment = Transaction & { key: string }

/** The key of a payment is its id, or its position in the response if the server sends no id. */
export function keyPayments(payments: readonly Transaction[]): KeyedPayment[] {
  return payments.map((payment, place) => ({ ...payment, key: payment.id ?? `place-${place + 1}` }))
}

/** The columns of Recent Transactions in the order of the specification (section 2). */
export const PAYMENT_COLUMNS: readonly DataColumn<KeyedPayment>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 200,
    onCard: 'more',
    cell: (row) => displayName(row.payerName),
    sortValue: (row) => sortKeyOf(row.payerName),
  },
  {
    id: 'plan',
    header: 'Plan',
    width: 180,
    onCard: 'lead',
    cell: (row) => displayValue(row.plan),
    sortValue: (row) => sortKeyOf(row.plan),
  },
  {
    id: 'category',
    header: 'Category',
    onCard: 'more',
    cell: (row) => displayValue(row.category),
    sortValue: (row) => sortKeyOf(row.category),
  },
  {
    id: 'amount',
    header: 'Amount (₹)',
    align: 'end',
    onCard: 'first',
    cell: (row) => formatRupees(row.amount),
    sortValue: (row) => row.amount,
  },
  {
    id: 'payment',
    header: 'Payment ID',
    width: 220,
    onCard: 'more',
    cell: (row) => displayValue(row.paymentId),
    isId: true,
  },
]

/** The list of all payments also has a column for the day of the payment. */
export const PAYMENT_LIST_COLUMNS: readonly DataColumn<KeyedPayment>[] = [
  ...PAYMENT_COLUMNS,
  {
    id: 'paid',
    header: 'Paid',
    width: 120,
    onCard: 'lead',
    cell: (row) => formatDate(row.paidAt),
    sortValue: PAYMENT_ORDERS.paid.of,
  },
]

/** The payer, as a link if the server sends the user's id. */
export function Payer({ payment: { payerId, payerName } }: { payment: Transaction }) {
  const name = displayName(payerName)
  if (payerId === null) return <span>{name}</span>
  return (
    <RecordLink to={detailsPath('users', payerId)} opens="details">
      {name}
    </RecordLink>
  )
}
