import { useMemo } from 'react'
import type { Transaction } from '#src/domain/dashboard.ts'
import { formatRupees } from '#src/domain/money.ts'
import { displayName, displayValue } from '#src/domain/text.ts'
import type { DataColumn } from '#src/ui/data-columns.ts'
import { DataTable } from '#src/ui/data-table.tsx'

export interface TransactionsTableProps {
  transactions: readonly Transaction[]
  /** CSS pixels. */
  rowHeightPx: number
  emptyText: string
}

export function TransactionsTable({
  transactions,
  rowHeightPx,
  emptyText,
}: TransactionsTableProps) {
  const rows = useMemo(
    () => transactions.map((transaction, place) => ({ ...transaction, place })),
    [transactions],
  )
  return (
    <DataTable
      caption="Recent Transactions"
      columns={COLUMNS}
      rowHeightPx={rowHeightPx}
      rows={rows}
      rowKey={keyOf}
      cardTitle={titleOf}
      emptyText={emptyText}
    />
  )
}

/** Payments may come without an id: their place in the answer tells them apart. */
type TransactionRow = Transaction & { place: number }

const keyOf = ({ place }: TransactionRow) => String(place)
const titleOf = ({ payerName }: TransactionRow) => displayName(payerName)

const COLUMNS: readonly DataColumn<TransactionRow>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 200,
    onCard: 'more',
    cell: (row) => displayName(row.payerName),
    sortValue: (row) => row.payerName,
  },
  {
    id: 'plan',
    header: 'Plan',
    width: 180,
    onCard: 'lead',
    cell: (row) => displayValue(row.plan),
    sortValue: (row) => row.plan,
  },
  {
    id: 'category',
    header: 'Category',
    onCard: 'more',
    cell: (row) => displayValue(row.category),
    sortValue: (row) => row.category,
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
    cell: (row) => <span className="cell-id">{displayValue(row.paymentId)}</span>,
  },
]
