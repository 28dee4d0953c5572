import { findWords } from '#src/domain/text.ts'
import type { KeyedPayment } from './payment-columns.tsx'

/** The payments of one user, or of all without an id, that have every word of the query, in the order given. */
export function filterPayments(
  payments: readonly KeyedPayment[],
  userId: string,
  query: string,
): readonly KeyedPayment[] {
  const own = userId ? payments.filter(({ payerId }) => payerId === userId) : payments
  return findWords(own, query, ({ payerName, plan, category, paymentId }) => [
    payerName,
    plan,
    category,
    paymentId,
  ])
}
