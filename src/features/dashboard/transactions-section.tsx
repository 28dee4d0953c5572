import { useMemo } from 'react'
import type { Transaction } from '#src/domain/dashboard.ts'
import { formatRupees } from '#src/domain/money.ts'
import { displayName, displayValue } from '#src/domain/text.ts'
import type { DataColumn } from '#src/ui/data-columns.ts'
import { DataTable } from '#src/ui/data-table.tsx'
import { TableSkeleton } from '#src/ui/table-skeleton.tsx'

/** The latest payments, in the order sent. */
export function TransactionsSection({
  transactions,
  isLoading,
  isKnown,
}: TransactionsSectionProps) {
  const rows = useMemo(
    () => transactions.map((transaction, place) => ({ ...transaction, place })),
    [transactions],
  )
  return (
    <section className="section" aria-labelledby="transactions-title">
      <h3 className="section-title" id="transactions-title">
        Recent Transactions
      </h3>
      {isLoading ? (
        <TableSkeleton rowHeightPx={ROW_HEIGHT_PX} />
      ) : (
        <DataTable
          caption="Recent Transactions"
          columns={COLUMNS}
          rowHeightPx={ROW_HEIGHT_PX}
          rows={rows}
          rowKey={(row) => String(row.place)}
          cardTitle={(row) => displayName(row.payerName)}
          emptyText={isKnown ? 'No transactions yet' : 'No transactions to show'}
        />
      )}
    </section>
  )
}

const ROW_HEIGHT_PX = 44 // nothing in a line is pressed

interface TransactionsSectionProps {
  transactions: readonly Transaction[]
  isLoading: boolean
  isKnown: boolean
}

/** Payments may come without an id: their place in the answer tells them apart. */
type TransactionRow = Transaction & { place: number }

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
