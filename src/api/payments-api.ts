import { TransactionSchema } from '#src/domain/dashboard.ts'
import { envelopeOf, listOf } from './answer-schemas.ts'
import { type ConditionalRead, callIfChanged } from './http-client.ts'

const PaymentsAnswer = envelopeOf(listOf(TransactionSchema))

/** GET /admin/payments: the captured payments; null when unchanged. A bare backend has no such list and answers 404. */
export function listPayments(read: ConditionalRead) {
  return callIfChanged('/admin/payments', PaymentsAnswer, read)
}
