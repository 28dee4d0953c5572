import { useMemo } from 'react'
import { PAYMENT_ORDERS } from '#src/domain/query/list-orders.ts'
import { PAYMENT_FIELDS } from '#src/domain/query/payment-fields.ts'
import { listPaymentTexts } from '#src/domain/query/search-texts.ts'
import { displayName } from '#src/domain/text.ts'
import { RecordList, type RecordListKind } from '#src/lists/record-list.tsx'
import { findReadFreshness } from '#src/query-cache/read-freshness.ts'
import { ReadNote } from '#src/ui/reads/read-note.tsx'
import { ListHead } from '#src/ui/table/toolbar/list-head.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { type KeyedPayment, keyPayments, PAYMENT_LIST_COLUMNS } from './payment-columns.tsx'
import { usePayments } from './payments-queries.ts'

export interface PaymentsScreenProps {
  onOpen: (paymentKey: string) => void
}

/** Every captured payment, searchable and sortable. */
export function PaymentsScreen({ onOpen }: PaymentsScreenProps) {
  const payments = usePayments()
  const rows = useMemo(() => payments.value && keyPayments(payments.value), [payments.value])
  const freshness = findReadFreshness(payments, useNow())
  return (
    <>
      <ListHead title="All payments">
        <ReadNote {...freshness} what="the payments" onRetry={payments.refetch} />
      </ListHead>
      {(rows || payments.isLoading) && (
        <RecordList
          kind={PAYMENTS}
          rows={rows}
          readAtMs={payments.readAt}
          seesDetails
          onOpen={onOpen}
        />
      )}
    </>
  )
}

const PAYMENTS: RecordListKind<KeyedPayment> = {
  list: 'payments',
  words: {
    caption: 'Payments',
    one: 'payment',
    many: 'payments',
    counted: ['payment', 'payments'],
    searched: 'Name, plan, category or payment ID',
  },
  fields: PAYMENT_FIELDS,
  columns: PAYMENT_LIST_COLUMNS,
  orders: PAYMENT_ORDERS,
  textsOf: listPaymentTexts,
  loadTable: async () => (await import('#src/domain/export/exported-lists.ts')).PAYMENT_EXPORT,
  keyOf: ({ key }) => key,
  titleOf: ({ payerName }) => displayName(payerName),
  sayOfUser: (userId, rows) =>
    `Payments by ${displayName(rows.find(({ payerId }) => payerId === userId)?.payerName)}`,
  cardHeightRem: 8.875,
}
