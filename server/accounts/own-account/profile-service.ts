import type { Kysely } from 'kysely'
import { requireVerifiedAccount } from '#server/accounts/guards/verified-account-guard.ts'
import { type ContactChange, setContact } from '#server/accounts/people/contact-repository.ts'
import type { Session } from '#server/accounts/sessions/session-service.ts'
import { requireStaffName } from '#server/accounts/team/staff-name-service.ts'
import type { AppDeps } from '#server/platform/app-env.ts'
import { appendAccountAuditEntry } from '#server/platform/audit/audit-service.ts'
import type { UserRow } from '#server/platform/database/rows/account-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import type { ProfileChange } from '#src/domain/account/own-account.ts'

/** Columns that the audit log names; it never contains their values. */
const FIELDS = [
  ['full_name', 'Name'],
  ['phone_number', 'Mobile number'],
] as const

/**
 * Corrects name and mobile number and returns the account. Writes nothing if neither has changed.
 * @throws ServerError 400, 403
 */
export async function changeProfile(
  { write, clock, parts }: Pick<AppDeps, 'write' | 'clock' | 'parts'>,
  { userId, deviceLabel }: Session,
  { fullName, phoneNumber }: ProfileChange,
): Promise<UserRow> {
  const now = clock()
  return write(async (trx) => {
    const account = await requireVerifiedAccount(trx, userId)
    if (phoneNumber === null && account.role === 'user') throw phoneMissing()
    const change: ContactChange = {
      ...(fullName !== undefined && { full_name: await readName(trx, account, fullName) }),
      ...(phoneNumber !== undefined && { phone_number: phoneNumber }),
    }
    const next = { ...account, ...change }
    const changed = FIELDS.filter(([column]) => next[column] !== account[column])
    if (changed.length === 0) return account
    await setContact(trx, account, change, parts)
    const detail = changed.map(([, name]) => name).join(', ')
    await appendAccountAuditEntry(trx, 'profile', { accountId: userId, deviceLabel, now, detail })
    return next
  })
}

/** The team is shown by names, so one that looks like a colleague's is refused. @throws ServerError 400 */
async function readName(trx: Kysely<Tables>, { id, role, full_name }: UserRow, fullName: string) {
  const isNew = role === 'admin' && fullName !== full_name
  return isNew ? requireStaffName(trx, { id, fullName }) : fullName
}

/** Only end users need a mobile number, by which they are contacted; staff may have none. */
function phoneMissing(): ServerError {
  const sentence = 'Enter a mobile number.'
  return new ServerError(400, 'invalid-input', sentence, { fields: { phoneNumber: sentence } })
}
