import type { Session } from '#server/accounts/sessions/session-service.ts'
import type { AppDeps } from '#server/platform/app-env.ts'
import { appendAuditEntry } from '#server/platform/audit/audit-service.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { maskPan } from '#src/domain/loan.ts'
import { findLoan } from './loan-repository.ts'
import type { PanCipher } from './pan-cipher.ts'

export interface PanDeps {
  pans: PanCipher
}

const UNREADABLE = 'a PAN number in the database was changed or moved and cannot be read'

/**
 * The masked PAN for lists. An unreadable one is masked completely, so that the list can still be
 * shown.
 */
export function readMaskedPan(
  { pans, log }: Pick<AppDeps, 'log'> & PanDeps,
  loan: { id: string; panSealed: string | null },
): string | null {
  if (loan.panSealed === null) return null
  const pan = pans.open(loan.id, loan.panSealed)
  if (pan === null) log.error({ loanId: loan.id }, UNREADABLE)
  return maskPan(pan ?? '')
}

/**
 * The PAN of one application in plain text. Writes the access to the audit log in the same
 * transaction. @throws ServerError 404, and 500 when the PAN cannot be decrypted
 */
export async function revealPan(
  { write, clock, pans, log }: Pick<AppDeps, 'write' | 'clock' | 'log'> & PanDeps,
  loanId: string,
  session: Session,
): Promise<string> {
  const now = clock()
  return write(async (trx) => {
    const loan = await findLoan(trx, loanId)
    if (!loan) throw new ServerError(404, 'not-found', 'This loan application does not exist.')
    if (loan.pan_sealed === null)
      throw new ServerError(404, 'no-pan', 'This loan application has no PAN number.')
    await appendAuditEntry(trx, {
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
    const pan = pans.open(loan.id, loan.pan_sealed)
    if (pan !== null) return pan
    log.error({ loanId: loan.id }, UNREADABLE)
    throw new ServerError(500, 'pan-unreadable', 'This PAN number cannot be read any more.')
  })
}
