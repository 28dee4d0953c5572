import type { Kysely } from 'kysely'
import type { Caller } from '#server/accounts/people/caller.ts'
import type { AppDeps } from '#server/platform/app-env.ts'
import { hasAuditEntry } from '#server/platform/audit/audit-service.ts'
import type { UserRow } from '#server/platform/database/rows/account-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { OWN_ACCOUNT, sectionPath } from '#src/config/paths.ts'
import { findKnownDevice } from './known-device-service.ts'
import { composeNewDeviceMail } from './new-device-mail.ts'
import { shortenNetwork } from './shortened-network.ts'

/**
 * Whether an account signs in on an unknown device, and not for the first time. This function looks
 * for earlier sign-ins in the audit log, so call it before this sign-in gets its audit entry.
 */
export async function isOnNewDevice(
  trx: Kysely<Tables>,
  { id, email, role }: Pick<UserRow, 'id' | 'email' | 'role'>,
  { deviceToken, now }: { deviceToken: string | null; now: Date },
): Promise<boolean> {
  const meant = { email, preferredRole: role }
  if ((await findKnownDevice(trx, meant, { deviceToken, now })) !== null) return false
  return hasAuditEntry(trx, { entity: 'account', entityId: id, action: 'sign-in' })
}

/**
 * Sends the person an e-mail about a sign-in on an unknown device, in the background. Call it after
 * the commit, and not for the first sign-in of an account.
 */
export function announceNewDevice(
  { mailer, background, publicUrl }: Pick<AppDeps, 'mailer' | 'background' | 'publicUrl'>,
  account: Pick<UserRow, 'email' | 'role'>,
  { deviceLabel, address, now }: Caller,
): void {
  if (!mailer.isConfigured) return
  const network = shortenNetwork(address)
  const accountUrl = makeAccountUrl(publicUrl, account)
  const mail = composeNewDeviceMail({ deviceLabel, now, network, accountUrl })
  background.start(() => mailer.send(account.email, mail))
}

/** The URL of the page on which a person sees their own account. */
export function makeAccountUrl(publicUrl: string, { role }: Pick<UserRow, 'role'>): string {
  return `${publicUrl}${role === 'admin' ? sectionPath('account') : OWN_ACCOUNT}`
}
