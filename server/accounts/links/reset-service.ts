// Password resets by e-mail, for staff and end users. The server responds before it looks the address up, so
// neither the response nor its timing reveals whether the address has an account.

import { setImmediate as afterAnswer } from 'node:timers/promises'
import { hashPassword } from '#server/accounts/passwords/password-hash.ts'
import { requireFitPassword } from '#server/accounts/passwords/password-rules.ts'
import {
  findAccountById,
  listAccounts,
  setAccount,
} from '#server/accounts/people/account-repository.ts'
import type { Caller } from '#server/accounts/people/caller.ts'
import { findStaff } from '#server/accounts/people/staff-repository.ts'
import { removeDevicesOf } from '#server/accounts/sessions/known-device-repository.ts'
import { revokeSessionsOf } from '#server/accounts/sessions/session-repository.ts'
import type { AppDeps } from '#server/platform/app-env.ts'
import { appendAccountAuditEntry } from '#server/platform/audit/audit-service.ts'
import { bumpRevision } from '#server/platform/database/revision.ts'
import type { UserRow } from '#server/platform/database/rows/account-rows.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { countResetRequest } from '#server/platform/limits/limit-service.ts'
import { forgetSignInsOf } from '#server/platform/limits/sign-in-limit-service.ts'
import type { Role } from '#src/domain/account/account.ts'
import type { Reset } from '#src/domain/account/account-link.ts'
import { consumeLink, getLink, makeForgotUrl, makeLinkUrl, writeLink } from './link-service.ts'
import { composeResetDoneMail, composeResetMail } from './reset-mail.ts'

type RequestDeps = Pick<
  AppDeps,
  'write' | 'mailer' | 'publicUrl' | 'appSecret' | 'background' | 'log'
>

/**
 * Mails a link for each account that has the address and may sign in. Each mail names its account.
 * Returns whether the mail server is usable, which is the same for every address. @throws
 * ServerError 409 without a mail server, 429
 */
export async function requestReset(
  deps: RequestDeps,
  email: string,
  { address, now }: Caller,
): Promise<{ linkSent: boolean }> {
  const { mailer, background } = deps
  await countResetRequest(deps, { email, address, now })
  if (!mailer.isConfigured)
    throw new ServerError(
      409,
      'no-mail',
      'This server sends no e-mails. Ask the owner or the administrator for a new password.',
    )
  const linkSent = await mailer.isUsable()
  background.start(async () => {
    await afterAnswer()
    await mailResets(deps, email, now)
  })
  return { linkSent }
}

async function mailResets(
  { write, mailer, publicUrl, log }: RequestDeps,
  email: string,
  now: Date,
): Promise<void> {
  const mails = await write(async (trx) => {
    const written: ReturnType<typeof composeResetMail>[] = []
    for (const { id, role } of await listAccounts(trx, email)) {
      const staff = await findStaff(trx, id)
      if (staff && staff.suspendedAt !== null) continue
      const about = { account_id: id, email, role: null, invited_by: null }
      const token = await writeLink(trx, { kind: 'reset', ...about, now })
      written.push(composeResetMail({ url: makeLinkUrl(publicUrl, 'reset', token), role }))
    }
    return written
  })
  for (const mail of mails) {
    const isMailed = await mailer.send(email, mail)
    log.info({ isMailed }, 'a link for a new password was written')
  }
}

/**
 * Sets the password, ends all sessions and forgets the devices of the account. Returns its role.
 * @throws ServerError 404 or 410 for the link, 400 for the password
 */
export async function resetPassword(
  deps: Pick<AppDeps, 'db' | 'write' | 'mailer' | 'publicUrl' | 'appSecret' | 'background' | 'log'>,
  { token, password }: Reset,
  { address, deviceLabel, now }: Caller,
): Promise<Role> {
  const { db, write, log, mailer, publicUrl, background } = deps
  const order = { kind: 'reset', token, now } as const
  const before = await getAccountOf(db, await getLink(db, order))
  const { role, email, full_name: fullName, phone_number: phoneNumber } = before
  requireFitPassword(password, { role, fullName, email, phoneNumber }, 'password')
  const passwordHash = await hashPassword(password)
  const account = await write(async (trx) => {
    const account = await getAccountOf(trx, await consumeLink(trx, order))
    const { id, email } = account
    await setAccount(trx, id, {
      password_hash: passwordHash,
      has_short_password: 0,
      verified: 1, // the link proves the address, as a code does
    })
    if (account.verified === 0) await bumpRevision(trx) // the list of members shows it
    await revokeSessionsOf(trx, id, now.toISOString())
    await removeDevicesOf(trx, id)
    await forgetSignInsOf(trx, deps, { email, network: address, now })
    await appendAccountAuditEntry(trx, 'password-reset', { accountId: id, deviceLabel, now })
    return account
  })
  log.info({ userId: account.id }, 'a password was reset')
  const mail = composeResetDoneMail({ forgotUrl: makeForgotUrl(publicUrl), role: account.role })
  background.start(() => mailer.send(account.email, mail))
  return account.role
}

/** The account of a link. @throws ServerError 410 if the account has another e-mail address now */
async function getAccountOf(
  db: AppDeps['db'],
  link: { account_id: string; email: string },
): Promise<UserRow> {
  const account = await findAccountById(db, link.account_id)
  if (account && account.email === link.email) return account
  const sentence = 'This link is no longer valid. Ask for a new one.'
  throw new ServerError(410, 'link-ended', sentence)
}
