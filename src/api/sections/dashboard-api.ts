import * as v from 'valibot'
import { envelopeOf } from '#src/api/answer-schemas.ts'
import { type ConditionalRead, callIfChanged } from '#src/api/http-client.ts'
import { DashboardSchema } from '#src/domain/dashboard.ts'
import { shareStrings } from '#src/domain/shared-strings.ts'
import { withMedia } from './media-urls.ts'

const DashboardAnswer = envelopeOf(
  v.pipe(
    DashboardSchema,
    v.transform((read) => ({ ...read, listings: shareStrings(read.listings.map(withMedia)) })),
  ),
)

/** GET /admin/dashboard-stats; null when unchanged. */
export function getDashboard(read: ConditionalRead) {
  return callIfChanged('/admin/dashboard-stats', DashboardAnswer, read)
}
