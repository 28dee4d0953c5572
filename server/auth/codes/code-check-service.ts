// Checks one-time codes. A code is checked, and a wrong try counted, in one transaction, and writing
// transactions run one after the other. So a code succeeds only once, even if tries are concurrent.

import type { Kysely } from 'kysely'
import type { AppDeps } from '#server/app-env.ts'
import type { Caller } from '#server/auth/caller.ts'
import { getOwnRegistration } from '#server/auth/registration/own-registration-service.ts'
import { acceptRegistration } from '#server/auth/registration/registration-service.ts'
import { openPersonSession, type SignedIn } from '#server/auth/sessions/person-session-service.ts'
import type { CodeRow } from '#server/database/account-rows.ts'
import type { Tables } from '#server/database/schema.ts'
import type { ErrorCode } from '#server/http/error-codes.ts'
import { ServerError } from '#server/http/server-error.ts'
import { countWrongTry, requireCodeTry } from '#server/limits/code-limit-service.ts'
import type { Verification } from '#src/domain/account/account.ts'
import { isSameMac, macOf } from './code-mac.ts'
import { addWrongTry, listCodes } from './code-repository.ts'
import { type CodeVerdict, judgeCode, MAX_WRONG_TRIES } from './code-verdict.ts'

export type CodeRefusal = Exclude<CodeVerdict, 'right'> | 'fifth-wrong'

const REFUSALS: Record<CodeRefusal, { code: ErrorCode; sentence: string }> = {
  wrong: { code: 'wrong-code', sentence: 'This code is not right. Check the newest e-mail.' },
  expired: { code: 'old-code', sentence: 'This code is too old. Ask for a new one.' },
  superseded: {
    code: 'old-code',
    sentence: 'A newer code was sent after this one. Use the newest e-mail.',
  },
  'fifth-wrong': {
    code: 'code-void',
    sentence: 'That was the fifth wrong try, so this code is void. Ask for a new one.',
  },
  void: {
    code: 'code-void',
    sentence: 'This code is void after five wrong tries. Ask for a new one.',
  },
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

/** The 400 of a refused code. */
export function makeCodeRefusal(refusal: CodeRefusal): ServerError {
  const { code, sentence } = REFUSALS[refusal]
  return new ServerError(400, code, sentence, { fields: { otp: sentence } })
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
