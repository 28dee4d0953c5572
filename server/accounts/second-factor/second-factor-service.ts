import type { Kysely } from 'kysely'
import { requireVerifiedAccount } from '#server/accounts/guards/verified-account-guard.ts'
import { confirmOwnPassword } from '#server/accounts/passwords/own-password-service.ts'
import type { Caller } from '#server/accounts/people/caller.ts'
import type { Session } from '#server/accounts/sessions/session-service.ts'
import type { AppDeps, CallDeps } from '#server/platform/app-env.ts'
import { appendAccountAuditEntry } from '#server/platform/audit/audit-service.ts'
import type { UserRow } from '#server/platform/database/rows/account-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { countFactorTry, requireFactorTry } from '#server/platform/limits/factor-limit-service.ts'
import type { TotpSetup } from '#src/domain/account/second-factor.ts'
import { tryTotpCode, wrongFactorCode } from './factor-check-service.ts'
import { announceFactorChange } from './factor-notice.ts'
import { requireFactorLeft } from './factor-rule-service.ts'
import { makeRecoveryCodes, recoveryMacOf, showRecoveryCode } from './recovery-code.ts'
import {
  countRecoveryCodes,
  findTotpSecret,
  hasSecondFactor,
  insertRecoveryCodes,
  insertTotpSecret,
  removeApp,
  removeRecoveryCodes,
  setTotpConfirmed,
} from './second-factor-repository.ts'
import { makeTotpCipher, makeTotpSecret, toTotpAddress } from './totp.ts'

export interface StoredFactors {
  isOn: boolean
  /** 0 when two-step sign-in is off. */
  recoveryCodesLeft: number
}

export async function getFactorState(db: Kysely<Tables>, userId: string): Promise<StoredFactors> {
  if (!(await hasSecondFactor(db, userId))) return { isOn: false, recoveryCodesLeft: 0 }
  return { isOn: true, recoveryCodesLeft: await countRecoveryCodes(db, userId) }
}

/**
 * Creates a secret, which takes effect when a code confirms it. A second call replaces the first secret.
 * @throws ServerError 400, 403, 409 when two-step sign-in is on, 429
 */
export async function startTotpSetup(
  deps: CallDeps,
  session: Session,
  password: string,
  caller: Caller,
): Promise<TotpSetup> {
  const owner = await confirmOwner(deps, session, password, caller)
  return deps.write((trx) => storeTotpSecret(trx, deps, owner))
}

/** Creates a secret to be confirmed by a code. @throws ServerError 409 when an app is confirmed */
export async function storeTotpSecret(
  trx: Kysely<Tables>,
  { appSecret }: Pick<AppDeps, 'appSecret'>,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
): Promise<TotpSetup> {
  const secret = makeTotpSecret()
  const sealed = makeTotpCipher(appSecret).seal(id, secret)
  if (!(await insertTotpSecret(trx, id, sealed))) throw alreadyOn()
  return { secret, address: toTotpAddress(secret, email) }
}

/**
 * Turns two-step sign-in on, and returns the recovery codes, which no later call returns. @throws
 * ServerError 400 for a wrong code, 403 for an unverified account, 409 without a secret to confirm
 * or when two-step sign-in is on, 429
 */
export async function confirmTotp(
  deps: AppDeps,
  { userId }: Session,
  code: string,
  caller: Caller,
): Promise<string[]> {
  const { db, write, appSecret } = deps
  const { now } = caller
  const account = await requireVerifiedAccount(db, userId)
  // A refusal is returned, not thrown: throwing would roll back the counted try.
  const outcome = await write(async (trx) => {
    const pending = await findTotpSecret(trx, userId)
    if (!pending) {
      const sentence = 'Start again: there is no authenticator app to confirm.'
      throw new ServerError(409, 'second-factor-off', sentence)
    }
    if (pending.confirmed_at !== null) throw alreadyOn()
    await requireFactorTry(trx, { appSecret, userId, network: caller.address, now })
    const verdict = await tryTotpCode(trx, deps, { userId, code }, now)
    if (verdict !== 'right') {
      await countFactorTry(trx, { appSecret, userId, network: caller.address, now })
      return wrongFactorCode(verdict)
    }
    return turnTotpOn(trx, appSecret, userId, caller)
  })
  if (outcome instanceof ServerError) throw outcome
  announceFactorChange(deps, account, 'app-added', caller)
  return outcome
}

/** Activates a stored secret. Returns new recovery codes. */
export async function turnTotpOn(
  trx: Kysely<Tables>,
  appSecret: string,
  userId: string,
  { deviceLabel, now }: Pick<Caller, 'deviceLabel' | 'now'>,
): Promise<string[]> {
  await setTotpConfirmed(trx, userId, now.toISOString())
  const about = { accountId: userId, deviceLabel, now, detail: 'on' }
  await appendAccountAuditEntry(trx, 'second-factor', about)
  return replaceRecoveryCodes(trx, appSecret, userId)
}

/** Replaces the recovery codes. @throws ServerError 400, 403, 409 when two-step sign-in is off, 429 */
export async function renewRecoveryCodes(
  deps: CallDeps,
  session: Session,
  password: string,
  caller: Caller,
): Promise<string[]> {
  const account = await confirmOwner(deps, session, password, caller)
  const { id } = account
  const { deviceLabel, now } = caller
  const codes = await deps.write(async (trx) => {
    if (!(await hasSecondFactor(trx, id)))
      throw new ServerError(409, 'second-factor-off', 'Two-step sign-in is off.')
    const about = { accountId: id, deviceLabel, now, detail: 'new recovery codes' }
    await appendAccountAuditEntry(trx, 'second-factor', about)
    return replaceRecoveryCodes(trx, deps.appSecret, id)
  })
  announceFactorChange(deps, account, 'new-codes', caller)
  return codes
}

/**
 * Removes the authenticator app. Succeeds without an audit entry if two-step sign-in is off. @throws
 * ServerError 400, 403, 409 if the role needs a second factor and none would be left, 429
 */
export async function turnSecondFactorOff(
  deps: CallDeps,
  session: Session,
  password: string,
  caller: Caller,
): Promise<void> {
  const account = await confirmOwner(deps, session, password, caller)
  const { id } = account
  const { deviceLabel, now } = caller
  const wasOn = await deps.write(async (trx) => {
    if (!(await removeApp(trx, id))) return false
    await requireFactorLeft(trx, deps, id)
    const about = { accountId: id, deviceLabel, now, detail: 'off' }
    await appendAccountAuditEntry(trx, 'second-factor', about)
    return true
  })
  if (wasOn) announceFactorChange(deps, account, 'app-removed', caller)
}

async function replaceRecoveryCodes(
  trx: Kysely<Tables>,
  appSecret: string,
  userId: string,
): Promise<string[]> {
  const codes = makeRecoveryCodes()
  await removeRecoveryCodes(trx, userId)
  await insertRecoveryCodes(
    trx,
    userId,
    codes.map((code) => recoveryMacOf(appSecret, userId, code)),
  )
  return codes.map(showRecoveryCode)
}

function alreadyOn(): ServerError {
  return new ServerError(409, 'second-factor-on', 'Two-step sign-in is on already.')
}

/** @throws ServerError 400 with a message for `password`, 403 for an unverified account, 429 */
async function confirmOwner(
  deps: CallDeps,
  session: Session,
  password: string,
  caller: Caller,
): Promise<UserRow> {
  await requireVerifiedAccount(deps.db, session.userId)
  // No device token: a stranger at a known device must not get the extra tries of that device.
  const own = { password, deviceToken: null }
  const { account } = await confirmOwnPassword(deps, session, own, caller)
  return account
}
