import * as v from 'valibot'
import { envelopeOf, listOf } from '#src/api/answer-schemas.ts'
import { type ConditionalRead, call, callIfChanged } from '#src/api/http-client.ts'
import { LoanSchema, RevealedPanSchema } from '#src/domain/loan.ts'
import { withPicture } from './media-urls.ts'

const LoansAnswer = envelopeOf(listOf(v.pipe(LoanSchema, v.transform(withPicture))))
const RevealAnswer = envelopeOf(RevealedPanSchema)

/** GET /admin/loan; null when unchanged. */
export function listLoans(read: ConditionalRead) {
  return callIfChanged('/admin/loan', LoansAnswer, read)
}

/** POST /admin/loan/{id}/pan: the whole PAN number. The server logs and limits calls. Never stored on the device. */
export async function revealPan(loanId: string): Promise<string> {
  const path = `/admin/loan/${encodeURIComponent(loanId)}/pan`
  return (await call(path, RevealAnswer, { method: 'POST', body: {} })).panNumber
}
