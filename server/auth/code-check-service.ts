// Checking one-time codes (decision 8). Everything is counted and judged in one transaction that holds the newest code
// locked: tries that arrive together are judged one after the other, and one code succeeds once. Who has a session of
// the account has tries of their own, which a stranger who knows the address cannot use up (ASVS 6.1.1).

import type { Kysely } from 'kysely'
import type { AppDeps } from '#server/app-env.ts'
import type { CodeRow, Tables, UserRow } from '#server/database/schema.ts'
import type { ErrorCode } from '#server/error-codes.ts'
import { countWrongTry, requireCodeTry } from '#server/limits/code-limit-service.ts'
import { ServerError } from '#server/server-error.ts'
import type { Verification } from '#src/domain/account.ts'
import { findAccount, setAccount } from './account-repository.ts'
import { openAccountSession, type SignedIn } from './account-session-service.ts'
import type { Caller } from './caller.ts'
import { isSameMac, macOf, makeCode, ownerSubjectOf } from './code-mac.ts'
import { addWrongTry, listSupersededCodes, lockNewestCode, setCode } from './code-repository.ts'
import { awaitsCode, codeCaller, makeCodeRow, removeOldCodes } from './code-service.ts'
import { type CodeVerdict, judgeCode, MAX_WRONG_TRIES } from './code-verdict.ts'
import { findLiveSession } from './session-service.ts'

type Refusal = Exclude<CodeVerdict, 'right'> | 'fifth-wrong'

const REFUSALS: Record<Refusal, { code: ErrorCode; sentence: string }> = {
  wrong: { code: 'wrong-code', sentence: 'This code is not right. Check the newest e-mail.' },
  expired: { code: 'old-code', sentence: 'This code is too old. Ask for a new one.' },
  superseded: {
    code: 'old-code',
    sentence: 'A newer code was sent after this one. Use the newest e-mail.',
  },
  used: {
    code: 'used-code',
    sentence: 'This code was used already. Sign in, or ask for a new one.',
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

/** Verifies an e-mail address and signs its owner in. @throws ServerError 400 with a sentence for `otp`, 429 */
export async function verifyCode(
  deps: AppDeps,
  verification: Verification,
  caller: Caller,
): Promise<SignedIn> {
  const outcome = await deps.db
    .transaction()
    .execute((trx) => tryCode(trx, deps, verification, caller))
  if (typeof outcome === 'object') return outcome
  const { code, sentence } = REFUSALS[outcome]
  deps.log.warn({ address: caller.address, reason: code }, 'a one-time code was refused')
  throw new ServerError(400, code, sentence, { fields: { otp: sentence } })
}

// A refusal is returned, not thrown: the transaction that counted it must not be rolled back.
async function tryCode(
  trx: Kysely<Tables>,
  deps: AppDeps,
  { email, otp }: Verification,
  caller: Caller,
): Promise<SignedIn | Refusal> {
  const { appSecret, settings } = deps
  const { subject, address } = codeCaller(deps, email, caller)
  const now = caller.now.toISOString()
  const account = await findAccount(trx, email)
  const isOwner = await hasSessionOf(trx, account, caller)
  const by = {
    subject: isOwner ? ownerSubjectOf(appSecret, email) : subject,
    address,
    now: caller.now,
  }
  const counter = isOwner ? 'own_wrong_tries' : 'wrong_tries'
  await requireCodeTry(trx, by)
  await removeOldCodes(trx, caller.now)
  const newest = await lockNewestCode(trx, makeDecoy(appSecret, subject, caller.now))
  const superseded = await listSupersededCodes(trx, subject)
  const isMatch = ({ id, mac }: CodeRow) =>
    isSameMac(mac, macOf(appSecret, { purpose: 'verify-email', subject, id, code: otp }))
  const verdict = judgeCode({ newest, superseded }, newest[counter], isMatch, now)
  if (verdict === 'right' && account && awaitsCode(account)) {
    await setCode(trx, newest.id, { used_at: now })
    await setAccount(trx, account.id, { verified: 1 })
    return openAccountSession(trx, settings, { ...account, verified: 1 }, caller)
  }
  if (verdict !== 'wrong' && verdict !== 'right') return verdict
  await addWrongTry(trx, newest.id, counter)
  await countWrongTry(trx, by)
  return newest[counter] + 1 >= MAX_WRONG_TRIES ? 'fifth-wrong' : 'wrong'
}

/** Whether the request comes from a device that is signed in to this very account. */
async function hasSessionOf(
  trx: Kysely<Tables>,
  account: UserRow | undefined,
  { token, now }: Caller,
): Promise<boolean> {
  const session = token === null ? null : await findLiveSession(trx, token, now)
  return session !== null && session.userId === account?.id
}

/** Stands where there is no code; nothing matches it, and no mail went out for it. */
function makeDecoy(appSecret: string, subject: string, now: Date): CodeRow {
  const row = makeCodeRow({ appSecret, purpose: 'nobody', subject, code: makeCode(), now })
  return { ...row, mail_failed: 1 }
}
