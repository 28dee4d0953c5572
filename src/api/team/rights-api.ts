import { envelopeOf } from '#src/api/answer-schemas.ts'
import { call } from '#src/api/http-client.ts'
import { type Rights, RightsSchema } from '#src/domain/team/rights.ts'

const MeAnswer = envelopeOf(RightsSchema)

/** GET /admin/me: what the caller may do. A bare backend has no such call. */
export function getMe(): Promise<Rights> {
  return call('/admin/me', MeAnswer)
}
