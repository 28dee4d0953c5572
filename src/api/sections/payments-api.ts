import { envelopeOf, listOf } from '#src/api/answer-schemas.ts'
import { type ConditionalRead, callIfChanged } from '#src/api/http-client.ts'
import { TransactionSchema } from '#src/domain/dashboard.ts'

const PaymentsAnswer = envelopeOf(listOf(TransactionSchema))

/** GET /admin/payments: the captured payments; null when unchanged. A bare backend has no such list and answers 404. */
export function listPayments(read: ConditionalRead) {
  return callIfChanged('/admin/payments', PaymentsAnswer, read)
}
