import { TransactionSchema } from '#src/domain/dashboard.ts'
import { type ConditionalRead, callIfChanged, envelopeOf, listOf } from './http-client.ts'

const PaymentsAnswer = envelopeOf(listOf(TransactionSchema))

/** GET /admin/payments: the captured payments; null when unchanged. A bare backend has no such list and answers 404. */
export function listPayments(read: ConditionalRead) {
  return callIfChanged('/admin/payments', PaymentsAnswer, read)
}
