import type { Kysely } from 'kysely'
import type { Caller } from '#server/accounts/people/caller.ts'
import type { AppDeps } from '#server/platform/app-env.ts'
import { appendAccountAuditEntry } from '#server/platform/audit/audit-service.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { recoveryMacOf } from './recovery-code.ts'
import { findTotpSecret, takeRecoveryCode, takeTotpStep } from './second-factor-repository.ts'
import { findTotpStep, isPastCode, makeTotpCipher } from './totp.ts'

/** `past`: a code that is valid no more, as from an app whose clock runs behind. All but `right` count as tries. */
export type FactorVerdict = 'right' | 'wrong' | 'used' | 'past'

/**
 * Checks a code of the app or a recovery code, and uses it up. The database refuses a second use of
 * the same code, even from another process.
 */
export async function tryFactorCode(
  trx: Kysely<Tables>,
  deps: Pick<AppDeps, 'appSecret' | 'log'>,
  { userId, code }: { userId: string; code: string },
  { deviceLabel, now }: Pick<Caller, 'deviceLabel' | 'now'>,
): Promise<FactorVerdict> {
  if (/^\d{6}$/.test(code)) return tryTotpCode(trx, deps, { userId, code }, now)
  const mac = recoveryMacOf(deps.appSecret, userId, code)
  if (!(await takeRecoveryCode(trx, userId, mac))) return 'wrong'
  const about = { accountId: userId, deviceLabel, now, detail: 'recovery code used' }
  await appendAccountAuditEntry(trx, 'second-factor', about)
  return 'right'
}

/** Checks six digits against the account's secret, confirmed or not. A right code uses up its time step. */
export async function tryTotpCode(
  trx: Kysely<Tables>,
  { appSecret, log }: Pick<AppDeps, 'appSecret' | 'log'>,
  { userId, code }: { userId: string; code: string },
  now: Date,
): Promise<FactorVerdict> {
  const row = await findTotpSecret(trx, userId)
  const secret = row && makeTotpCipher(appSecret).open(userId, row.sealed)
  if (secret === null)
    log.error({ userId }, 'a TOTP secret cannot be read: APP_SECRET is not the one that sealed it')
  if (!secret) return 'wrong'
  const step = findTotpStep(secret, code, now)
  if (step === null) return isPastCode(secret, code, now) ? 'past' : 'wrong'
  return (await takeTotpStep(trx, userId, step)) ? 'right' : 'used'
}

/** The refusal of a code, with a message for the field `code`. */
export function wrongFactorCode(verdict: Exclude<FactorVerdict, 'right'>): ServerError {
  const sentence = SENTENCES[verdict]
  return new ServerError(400, 'wrong-code', sentence, { fields: { code: sentence } })
}

const SENTENCES = {
  wrong:
    'This code is not right. Enter the code that the app shows now. If its codes are refused again, set the date and time of the phone with the app to automatic.',
  past: 'This code has expired: it was shown a while ago, or the clock of the phone with the app runs behind. Set the date and time of the phone to automatic, then enter the code that the app shows now.',
  used: 'This code was used before. Wait until the app shows the next one.',
}
