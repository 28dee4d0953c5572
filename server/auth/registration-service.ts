import type { AppDeps } from '#server/app-env.ts'
import { makeRecordId } from '#server/database/record-id.ts'
import type { UserRow } from '#server/database/schema.ts'
import { requireRegistrationTry } from '#server/limits/limit-service.ts'
import { ServerError } from '#server/server-error.ts'
import type { Registration } from '#src/domain/account.ts'
import { POLICY_DATE } from '#src/domain/policy.ts'
import { findAccount, insertAccountUnlessTaken } from './account-repository.ts'
import { openAccountSession } from './account-session-service.ts'
import type { Caller } from './caller.ts'
import { mailCode, writeCode } from './code-service.ts'
import { hashPassword } from './password-hash.ts'

/**
 * Makes an account, signs it in and sends its first code. When the mail server is down the account is there all the
 * same, and the answer says so. @throws ServerError 409, 429
 */
export async function registerAccount(deps: AppDeps, registration: Registration, caller: Caller) {
  const { db, settings, log } = deps
  const { email } = registration
  await requireRegistrationTry(deps, { email, ...caller })
  if (await findAccount(db, email)) throw emailTaken()
  const account = await makeAccount(registration, caller.now)
  const { signedIn, fresh } = await db.transaction().execute(async (trx) => {
    // Two registrations of one address can both have come as far as this.
    if (!(await insertAccountUnlessTaken(trx, account))) throw emailTaken()
    return {
      signedIn: await openAccountSession(trx, settings, account, caller),
      fresh: await writeCode(trx, deps, { email, isWanted: true, caller }),
    }
  })
  log.info({ userId: account.id, address: caller.address }, 'an account was registered')
  return { ...signedIn, ...(await mailCode(deps, fresh)) }
}

async function makeAccount(
  { fullName, email, phoneNumber, password }: Registration,
  now: Date,
): Promise<UserRow> {
  return {
    id: makeRecordId(now),
    full_name: fullName,
    email,
    phone_number: phoneNumber,
    picture_url: null,
    role: 'user',
    verified: 0,
    password_hash: await hashPassword(password),
    has_short_password: 0,
    // The schema has let nobody pass who did not say so.
    adult_stated_at: now.toISOString(),
    consent_policy: POLICY_DATE,
    created_at: now.toISOString(),
  }
}

function emailTaken(): ServerError {
  const sentence = 'There is an account with this e-mail address already. Sign in instead.'
  return new ServerError(409, 'email-taken', sentence, { fields: { email: sentence } })
}
