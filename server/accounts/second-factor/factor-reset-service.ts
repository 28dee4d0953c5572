import type { Kysely } from 'kysely'
import { removePasskeysOf } from '#server/accounts/people/passkey-repository.ts'
import { removeDevicesOf } from '#server/accounts/sessions/known-device-repository.ts'
import { revokeSessionsOf } from '#server/accounts/sessions/session-repository.ts'
import { appendAuditEntry } from '#server/platform/audit/audit-service.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { removeApp } from './second-factor-repository.ts'

/** The person who resets a second factor, the device used and the time. */
export interface FactorReset {
  /** Null for the command line: the audit entry then names the account itself as the actor. */
  actorId: string | null
  deviceLabel: string
  now: Date
}

/**
 * Removes the authenticator app and the passkeys of an account, ends its sessions and forgets its
 * known devices. Returns false, and ends no session, if the account had neither app nor
 * passkey.
 */
export async function endSecondFactor(
  trx: Kysely<Tables>,
  userId: string,
  { actorId, deviceLabel, now }: FactorReset,
): Promise<boolean> {
  const hadApp = await removeApp(trx, userId)
  const hadPasskeys = await removePasskeysOf(trx, userId)
  if (!hadApp && !hadPasskeys) return false
  const at = now.toISOString()
  await revokeSessionsOf(trx, userId, at)
  await removeDevicesOf(trx, userId)
  await appendAuditEntry(trx, {
    at,
    actor_id: actorId ?? userId,
    device_label: deviceLabel,
    action: 'second-factor',
    entity: 'account',
    entity_id: userId,
    from_value: null,
    to_value: 'reset',
    idempotency_key: null,
  })
  return true
}

/** `endSecondFactor` from the command line. */
export function resetSecondFactorOf(
  db: Kysely<Tables>,
  userId: string,
  now: Date,
): Promise<boolean> {
  const by = { actorId: null, deviceLabel: 'Command line', now }
  return db.transaction().execute((trx) => endSecondFactor(trx, userId, by))
}
