import type { AppDeps } from '#server/app-env.ts'
import { recordDeed } from '#server/audit/audit-service.ts'
import type { Session } from '#server/auth/session-service.ts'
import { requireReveal } from '#server/limits/limit-service.ts'
import { ServerError } from '#server/server-error.ts'
import { findLoan } from './loan-repository.ts'

/**
 * The PAN of one application in the clear (decision 27): counted and logged before it is shown.
 * @throws ServerError 404, 429
 */
export async function revealPan(
  { db, clock }: AppDeps,
  loanId: string,
  session: Session,
): Promise<string> {
  const now = clock()
  return db.transaction().execute(async (trx) => {
    const loan = await findLoan(trx, loanId)
    if (!loan) throw new ServerError(404, 'not-found', 'This loan application does not exist.')
    if (!loan.pan_number)
      throw new ServerError(404, 'no-pan', 'This loan application has no PAN number.')
    await requireReveal(trx, { userId: session.userId, now })
    await recordDeed(trx, {
      at: now.toISOString(),
      actor_id: session.userId,
      device_label: session.deviceLabel,
      action: 'pan-reveal',
      entity: 'loan',
      entity_id: loan.id,
      from_value: null,
      to_value: null,
      idempotency_key: null,
    })
    return loan.pan_number
  })
}
