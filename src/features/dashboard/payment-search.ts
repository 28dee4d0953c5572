import { listPaymentTexts } from '#src/domain/query/search-texts.ts'
import { findWords } from '#src/domain/text.ts'
import type { KeyedPayment } from './payment-columns.tsx'

/** The payments that contain every word of the query, in the given order. */
export function filterPayments(
  payments: readonly KeyedPayment[],
  query: string,
): readonly KeyedPayment[] {
  return findWords(payments, query, listPaymentTexts)
}
