import { useMemo } from 'react'
import type { Transaction } from '#src/domain/dashboard.ts'
import { displayName } from '#src/domain/text.ts'
import { DataTable } from '#src/ui/table/data-table.tsx'
import { type KeyedPayment, keyPayments, PAYMENT_COLUMNS } from './payment-columns.tsx'

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
  const rows = useMemo(() => keyPayments(transactions), [transactions])
  return (
    <DataTable
      caption="Recent Transactions"
      columns={PAYMENT_COLUMNS}
      rowHeightPx={rowHeightPx}
      rows={rows}
      rowKey={keyOf}
      cardTitle={titleOf}
      emptyText={emptyText}
    />
  )
}

const keyOf = ({ key }: KeyedPayment) => key
const titleOf = ({ payerName }: KeyedPayment) => displayName(payerName)
