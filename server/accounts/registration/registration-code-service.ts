// Sends and checks the one-time code of a registration. A code is checked, and a wrong try counted, in one transaction, and
// writing transactions run one after the other. So a code succeeds only once, even if tries are concurrent.

import type { Kysely } from 'kysely'
import type { Caller } from '#server/accounts/people/caller.ts'
import {
  openPersonSession,
  type SignedIn,
} from '#server/accounts/sessions/person-session-service.ts'
import type { AppDeps } from '#server/platform/app-env.ts'
import type { CodeRow } from '#server/platform/database/rows/account-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { countWrongTry, requireCodeTry } from '#server/platform/limits/code-limit-service.ts'
import type { Verification } from '#src/domain/account/account.ts'
import { isSameMac, macOf } from './code-mac.ts'
import { type CodeRefusal, makeCodeRefusal } from './code-refusal.ts'
import { addWrongTry, listCodes } from './code-repository.ts'
import { type CodeDelivery, mailCodeLater, writeAskedCode } from './code-service.ts'
import { judgeCode, MAX_WRONG_TRIES } from './code-verdict.ts'
import { getOwnRegistration } from './own-registration-service.ts'
import { acceptRegistration } from './registration-service.ts'

/**
 * Creates a new code for the registration to which `caller.token` belongs, and mails it in the background.
 * `codeSent` is whether the mail server is usable. @throws ServerError 400, 429
 */
export async function resendCode(
  deps: Pick<AppDeps, 'write' | 'mailer' | 'appSecret' | 'background'>,
  email: string,
  caller: Caller,
): Promise<CodeDelivery> {
  const fresh = await deps.write(async (trx) =>
    writeAskedCode(trx, deps, await getOwnRegistration(trx, email, caller), caller),
  )
  return mailCodeLater(deps, fresh)
}

/**
 * Checks the one-time code of the registration to which `caller.token` belongs. A right code turns the
 * registration into an account and signs it in. @throws ServerError 400 (for a wrong or void code, with
 * a message for the field `otp`), 409, 429
 */
export async function verifyCode(
  deps: AppDeps,
  verification: Verification,
  caller: Caller,
): Promise<SignedIn> {
  const outcome = await deps.write((trx) => tryCode(trx, deps, verification, caller))
  if (typeof outcome === 'object') return outcome
  const refusal = makeCodeRefusal(outcome)
  const { code } = refusal
  deps.log.warn({ address: caller.address, reason: code }, 'a one-time code was refused')
  throw refusal
}

// Returns a refusal instead of throwing it: throwing would roll back the count of wrong tries.
async function tryCode(
  trx: Kysely<Tables>,
  deps: AppDeps,
  { email, otp }: Verification,
  caller: Caller,
): Promise<SignedIn | CodeRefusal> {
  const registration = await getOwnRegistration(trx, email, caller)
  const { id: registrationId } = registration
  const { appSecret } = deps
  const { now } = caller
  const by = { appSecret, ownerId: registrationId, email, network: caller.address, now }
  await requireCodeTry(trx, by)
  const codes = await listCodes(trx, registrationId)
  const isMatch = ({ id, mac }: CodeRow) =>
    isSameMac(mac, macOf(appSecret, { registrationId, id, code: otp }))
  const verdict = judgeCode(codes, isMatch, now.toISOString())
  if (verdict === 'right') {
    const account = await acceptRegistration(trx, deps, registration, now)
    return openPersonSession(trx, deps, { account, provisionalUntil: null }, caller)
  }
  await countWrongTry(trx, by)
  if (verdict !== 'wrong') return verdict
  const [newest] = codes
  if (!newest) return 'wrong'
  await addWrongTry(trx, newest.id)
  return newest.wrong_tries + 1 >= MAX_WRONG_TRIES ? 'fifth-wrong' : 'wrong'
}
