import { ofUserPath } from '#src/config/paths.ts'
import { formatDateTime } from '#src/domain/dates.ts'
import { formatRupees } from '#src/domain/money.ts'
import { displayName, displayValue } from '#src/domain/text.ts'
import { findReadFreshness } from '#src/query-cache/read-freshness.ts'
import { Sheet } from '#src/ui/dialog/sheet.tsx'
import { EmptyState } from '#src/ui/layout/empty-state.tsx'
import { ReadNote } from '#src/ui/reads/read-note.tsx'
import { Details } from '#src/ui/record/details.tsx'
import { RecordLink } from '#src/ui/record/record-link.tsx'
import { type KeyedPayment, keyPayments, Payer } from './payment-columns.tsx'
import { usePayments } from './payments-queries.ts'

export interface PaymentSheetProps {
  /** The key of the payment in the list: its id, or its position if the server sends no id. */
  id: string
  onClose: () => void
}

/** One payment, with a link to the user who made it. */
export function PaymentSheet({ id, onClose }: PaymentSheetProps) {
  const payments = usePayments()
  const payment = keyPayments(payments.value ?? []).find(({ key }) => key === id)
  const freshness = findReadFreshness(payments, Date.now())
  return (
    <Sheet open onClose={onClose} title={payment ? formatRupees(payment.amount) : 'Payment'}>
      <div className="stack">
        {freshness && <ReadNote {...freshness} what="the payment" onRetry={payments.refetch} />}
        {payments.isLoading && <p role="status">Loading payment...</p>}
        {payments.value && !payment && (
          <EmptyState title="This payment is not in the list">The address may be wrong.</EmptyState>
        )}
        {payment && <PaymentDetails payment={payment} />}
      </div>
    </Sheet>
  )
}

function PaymentDetails({ payment }: { payment: KeyedPayment }) {
  const { payerId, payerName } = payment
  const facts = [
    ['User', <Payer key="user" payment={payment} />],
    ['Plan', displayValue(payment.plan)],
    ['Category', displayValue(payment.category)],
    ['Amount (₹)', formatRupees(payment.amount)],
    ['Paid', formatDateTime(payment.paidAt)],
    [
      'Payment ID',
      <span key="payment" className="cell-id">
        {displayValue(payment.paymentId)}
      </span>,
    ],
  ] as const
  return (
    <>
      <Details facts={facts} />
      {payerId !== null && (
        <p>
          <RecordLink to={ofUserPath('payments', payerId)} opens="list">
            {`All payments by ${displayName(payerName)}`}
          </RecordLink>
        </p>
      )}
    </>
  )
}
