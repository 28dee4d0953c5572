// A new e-mail address takes effect when the person enters a code that was mailed to it, so that
// nobody can claim an address whose mail they cannot read.

import type { Kysely } from 'kysely'
import { requireVerifiedAccount } from '#server/accounts/guards/verified-account-guard.ts'
import {
  confirmOwnPassword,
  requireUnchanged,
} from '#server/accounts/passwords/own-password-service.ts'
import { findAccount } from '#server/accounts/people/account-repository.ts'
import type { Caller } from '#server/accounts/people/caller.ts'
import { setContact } from '#server/accounts/people/contact-repository.ts'
import { listRegistrations } from '#server/accounts/people/registration-repository.ts'
import { isSameMac, macOf, makeCode } from '#server/accounts/registration/code-mac.ts'
import { type CodeRefusal, makeCodeRefusal } from '#server/accounts/registration/code-refusal.ts'
import type { CodeDelivery } from '#server/accounts/registration/code-service.ts'
import { judgeCode, MAX_WRONG_TRIES } from '#server/accounts/registration/code-verdict.ts'
import { endRegistrations } from '#server/accounts/registration/registration-end-service.ts'
import type { Session } from '#server/accounts/sessions/session-service.ts'
import type { AppDeps, CallDeps } from '#server/platform/app-env.ts'
import { appendAccountAuditEntry } from '#server/platform/audit/audit-service.ts'
import { makeRecordId } from '#server/platform/database/record-id.ts'
import type { UserRow } from '#server/platform/database/rows/account-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import {
  countSend,
  countWrongTry,
  findSendWaitMs,
  requireCodeTry,
  requireSend,
} from '#server/platform/limits/code-limit-service.ts'
import type { EmailChange } from '#src/domain/account/own-account.ts'
import { CODE_MINUTES } from '#src/domain/retention.ts'
import { composeEmailChangeMail } from './email-change-mail.ts'
import {
  addWrongEmailTry,
  findEmailChange,
  removeEmailChange,
  removeExpiredEmailChanges,
  replaceEmailChange,
} from './email-change-repository.ts'

const LIFETIME_MS = CODE_MINUTES * 60_000

/**
 * Sends a code to the new address. A second request replaces the first. @throws ServerError 400,
 * 403, 409, 429
 */
export async function requestEmailChange(
  deps: CallDeps,
  session: Session,
  { email, ...own }: EmailChange,
  caller: Caller,
): Promise<CodeDelivery> {
  const { db, write, mailer, appSecret } = deps
  const { now } = caller
  const { userId } = session
  requireChangeable(deps, email, await requireVerifiedAccount(db, userId))
  const person = await confirmOwnPassword(deps, session, own, caller)
  const code = makeCode()
  const id = makeRecordId(now)
  const sender = { appSecret, ownerId: userId, network: caller.address, now }
  const resendAfterMs = await write(async (trx) => {
    await requireUnchanged(trx, person, now)
    if (await findAccount(trx, email, person.account.role)) throw emailTaken()
    await requireSend(trx, sender)
    await replaceEmailChange(trx, {
      user_id: userId,
      id,
      email,
      mac: macOf(appSecret, { registrationId: userId, id, code }),
      wrong_tries: 0,
      expires_at: new Date(now.getTime() + LIFETIME_MS).toISOString(),
    })
    await countSend(trx, sender)
    return findSendWaitMs(trx, sender)
  })
  const codeSent = await mailer.sendCode(email, code)
  return { codeSent, resendAfter: Math.ceil(resendAfterMs / 1000) }
}

/**
 * Sets the new address, notifies the old one by e-mail, and returns the new one. @throws
 * ServerError 400 with a message for `otp`, 403, 409, 429
 */
export async function verifyEmailChange(
  deps: AppDeps,
  { userId }: Session,
  otp: string,
  caller: Caller,
): Promise<string> {
  const { db, write, mailer, background, log } = deps
  const before = await requireVerifiedAccount(db, userId)
  const outcome = await write((trx) => tryCode(trx, deps, before, otp, caller))
  if (typeof outcome === 'string') {
    log.warn({ address: caller.address, reason: outcome }, 'a code for a new address was refused')
    throw makeCodeRefusal(outcome)
  }
  const { email } = outcome
  log.info({ userId }, 'an account has a new e-mail address')
  if (mailer.isConfigured)
    background.start(() =>
      mailer.send(before.email, composeEmailChangeMail({ ...caller, newEmail: email })),
    )
  return email
}

// Returns a refusal instead of throwing it: throwing would roll back the count of wrong tries.
async function tryCode(
  trx: Kysely<Tables>,
  { appSecret, parts }: AppDeps,
  account: UserRow,
  otp: string,
  { address, deviceLabel, now }: Caller,
): Promise<CodeRefusal | { email: string }> {
  const { id: userId } = account
  const change = await findEmailChange(trx, userId)
  if (!change) return 'expired'
  const by = { appSecret, ownerId: userId, email: change.email, network: address, now }
  await requireCodeTry(trx, by)
  const isRight = isSameMac(
    change.mac,
    macOf(appSecret, { registrationId: userId, id: change.id, code: otp }),
  )
  const verdict = judgeCode([{ ...change, superseded_at: null }], () => isRight, now.toISOString())
  if (verdict !== 'right') await countWrongTry(trx, by)
  if (verdict === 'wrong') {
    await addWrongEmailTry(trx, userId)
    return change.wrong_tries + 1 >= MAX_WRONG_TRIES ? 'fifth-wrong' : 'wrong'
  }
  if (verdict !== 'right') return verdict
  const { email } = change
  if (await findAccount(trx, email, account.role)) throw emailTaken()
  await setContact(trx, account, { email }, parts)
  if (account.role === 'user') {
    const standing = await listRegistrations(trx, email, now.toISOString())
    await endRegistrations(
      trx,
      standing.map(({ id }) => id),
      parts,
    )
  }
  await removeEmailChange(trx, userId)
  await appendAccountAuditEntry(trx, 'email', { accountId: userId, deviceLabel, now })
  return { email }
}

/** Deletes new addresses that were not verified in time, because they may belong to strangers. */
export function forgetExpiredEmailChanges(db: Kysely<Tables>, now: Date): Promise<void> {
  return removeExpiredEmailChanges(db, now.toISOString())
}

/**
 * Refuses an unchanged address. Also refuses to change the address that ADMIN_EMAIL sets, because the
 * next start of the server would not find the account.
 */
function requireChangeable({ settings }: AppDeps, email: string, account: UserRow): void {
  if (account.role === 'admin' && account.email === settings.adminEmail)
    throw new ServerError(
      409,
      'set-elsewhere',
      'The setting ADMIN_EMAIL of the server names this address. Change it there first, then here.',
    )
  if (account.email !== email) return
  const sentence = 'This is your address already.'
  throw new ServerError(400, 'invalid-input', sentence, { fields: { email: sentence } })
}

function emailTaken(): ServerError {
  const sentence = 'Another account has this e-mail address.'
  return new ServerError(409, 'email-taken', sentence, { fields: { email: sentence } })
}
