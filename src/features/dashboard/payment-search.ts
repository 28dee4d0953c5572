import { findWords } from '#src/domain/text.ts'
import type { KeyedPayment } from './payment-columns.tsx'

/** The user's payments (all payments if `userId` is '') that contain every word of the query, in the given order. */
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
