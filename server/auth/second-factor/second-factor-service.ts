import type { Kysely } from 'kysely'
import type { AppDeps } from '#server/app-env.ts'
import { appendAccountAuditEntry } from '#server/audit/audit-service.ts'
import type { Caller } from '#server/auth/caller.ts'
import { requireVerifiedAccount } from '#server/auth/own-account/verified-account.ts'
import { confirmOwnPassword } from '#server/auth/passwords/own-password-service.ts'
import type { Session } from '#server/auth/sessions/session-service.ts'
import type { UserRow } from '#server/database/account-rows.ts'
import type { Tables } from '#server/database/schema.ts'
import { ServerError } from '#server/http/server-error.ts'
import { countFactorTry, requireFactorTry } from '#server/limits/factor-limit-service.ts'
import { tryTotpCode, wrongFactorCode } from './factor-check-service.ts'
import { makeRecoveryCodes, recoveryMacOf, showRecoveryCode } from './recovery-code.ts'
import {
  countRecoveryCodes,
  findTotpSecret,
  insertRecoveryCodes,
  insertTotpSecret,
  removeFactors,
  removeRecoveryCodes,
  setTotpConfirmed,
} from './second-factor-repository.ts'
import { makeTotpCipher, makeTotpSecret, toTotpAddress } from './totp.ts'

export interface FactorState {
  isOn: boolean
  /** 0 when it is off. */
  recoveryCodesLeft: number
}

export async function getFactorState(db: Kysely<Tables>, userId: string): Promise<FactorState> {
  if (!(await hasSecondFactor(db, userId))) return { isOn: false, recoveryCodesLeft: 0 }
  return { isOn: true, recoveryCodesLeft: await countRecoveryCodes(db, userId) }
}

export async function hasSecondFactor(db: Kysely<Tables>, userId: string): Promise<boolean> {
  const secret = await findTotpSecret(db, userId)
  return secret !== undefined && secret.confirmed_at !== null
}

/**
 * Creates a secret, which counts once a code confirms it. A second call replaces it. @throws
 * ServerError 400, 403, 409 when two-step sign-in is on, 429
 */
export async function startTotpSetup(
  deps: AppDeps,
  session: Session,
  password: string,
  caller: Caller,
): Promise<{ secret: string; address: string }> {
  const { id, email } = await confirmOwner(deps, session, password, caller)
  const secret = makeTotpSecret()
  const sealed = makeTotpCipher(deps.appSecret).seal(id, secret)
  if (!(await insertTotpSecret(deps.db, id, sealed))) throw alreadyOn()
  return { secret, address: toTotpAddress(secret, email) }
}

/**
 * Turns two-step sign-in on, and returns the recovery codes, which are shown only now. @throws
 * ServerError 400 for a wrong code, 409 without a secret to confirm, 429
 */
export async function confirmTotp(
  deps: AppDeps,
  { userId, deviceLabel }: Session,
  code: string,
  now: Date,
): Promise<string[]> {
  const { db, appSecret } = deps
  // A refusal is returned, not thrown: throwing would roll back the counted try.
  const outcome = await db.transaction().execute(async (trx) => {
    const pending = await findTotpSecret(trx, userId)
    if (!pending) {
      const sentence = 'Start again: there is no authenticator app to confirm.'
      throw new ServerError(409, 'second-factor-off', sentence)
    }
    if (pending.confirmed_at !== null) throw alreadyOn()
    await requireFactorTry(trx, { appSecret, userId, now })
    const verdict = await tryTotpCode(trx, deps, { userId, code }, now)
    if (verdict !== 'right') {
      await countFactorTry(trx, { appSecret, userId, now })
      return wrongFactorCode(verdict)
    }
    await setTotpConfirmed(trx, userId, now.toISOString())
    const about = { accountId: userId, deviceLabel, now, detail: 'on' }
    await appendAccountAuditEntry(trx, 'second-factor', about)
    return replaceRecoveryCodes(trx, appSecret, userId)
  })
  if (outcome instanceof ServerError) throw outcome
  return outcome
}

/** Earlier recovery codes end. @throws ServerError 400, 403, 409 when two-step sign-in is off, 429 */
export async function renewRecoveryCodes(
  deps: AppDeps,
  session: Session,
  password: string,
  caller: Caller,
): Promise<string[]> {
  const { id } = await confirmOwner(deps, session, password, caller)
  const { deviceLabel, now } = caller
  return deps.db.transaction().execute(async (trx) => {
    if (!(await hasSecondFactor(trx, id)))
      throw new ServerError(409, 'second-factor-off', 'Two-step sign-in is off.')
    const about = { accountId: id, deviceLabel, now, detail: 'new recovery codes' }
    await appendAccountAuditEntry(trx, 'second-factor', about)
    return replaceRecoveryCodes(trx, deps.appSecret, id)
  })
}

/** Off before is fine too. @throws ServerError 400, 403, 429 */
export async function turnSecondFactorOff(
  deps: AppDeps,
  session: Session,
  password: string,
  caller: Caller,
): Promise<void> {
  const { id } = await confirmOwner(deps, session, password, caller)
  const { deviceLabel, now } = caller
  await deps.db.transaction().execute(async (trx) => {
    const about = { accountId: id, deviceLabel, now, detail: 'off' }
    if (await removeFactors(trx, id)) await appendAccountAuditEntry(trx, 'second-factor', about)
  })
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

/** @throws ServerError 400 with a message for `password`, 403 for a registration, 429 */
async function confirmOwner(
  deps: AppDeps,
  session: Session,
  password: string,
  caller: Caller,
): Promise<UserRow> {
  await requireVerifiedAccount(deps.db, session.userId)
  // No device token: the device may not be the owner's.
  const own = { password, deviceToken: null }
  const { account } = await confirmOwnPassword(deps, session, own, caller)
  return account
}
