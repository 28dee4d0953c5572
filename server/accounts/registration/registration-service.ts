// Anyone can enter another person's address, so a registration is provisional. It signs its device
// in, with limits and for one day. It becomes the account of the address only with a code that was
// mailed there. Registrations of one address are independent of each other until one is verified;
// then the others end.

import type { Kysely } from 'kysely'
import { hashPassword } from '#server/accounts/passwords/password-hash.ts'
import {
  findAccount,
  insertAccountUnlessTaken,
} from '#server/accounts/people/account-repository.ts'
import type { Caller } from '#server/accounts/people/caller.ts'
import { toPerson } from '#server/accounts/people/person-repository.ts'
import {
  insertRegistration,
  listRegistrations,
  removeRegistrations,
} from '#server/accounts/people/registration-repository.ts'
import { openPersonSession } from '#server/accounts/sessions/person-session-service.ts'
import type { AppDeps } from '#server/platform/app-env.ts'
import { makeRecordId } from '#server/platform/database/record-id.ts'
import type { RegistrationRow, UserRow } from '#server/platform/database/rows/account-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { countRegistration } from '#server/platform/limits/limit-service.ts'
import type { Registration } from '#src/domain/account/account.ts'
import { POLICY_DATE } from '#src/domain/policy.ts'
import { REGISTRATION_HOURS } from '#src/domain/retention.ts'
import { saltOf } from './code-mac.ts'
import { mailCode, writeCode } from './code-service.ts'
import { endRegistrations } from './registration-end-service.ts'

const LIFETIME_MS = REGISTRATION_HOURS * 3_600_000

/**
 * Creates a registration, signs it in and mails its first code. If the mail server is down, the
 * registration still succeeds and the response says so. @throws ServerError 409 when an end
 * user's account has the address, 429
 */
export async function registerPerson(deps: AppDeps, registration: Registration, caller: Caller) {
  const { db, write, log } = deps
  const { email } = registration
  await countRegistration(deps, { email, ...caller })
  if (await findAccount(db, email, 'user')) throw emailTaken()
  const row = await makeRegistration(deps, registration, caller)
  const { signedIn, fresh } = await write(async (trx) => {
    // The address may have been verified while the password was hashed.
    if (await findAccount(trx, email, 'user')) throw emailTaken()
    await insertRegistration(trx, row)
    return {
      signedIn: await openPersonSession(trx, deps, toPerson(row), caller),
      fresh: await writeCode(trx, deps, row, caller),
    }
  })
  log.info({ userId: row.id, address: caller.address }, 'an account was registered')
  return { ...signedIn, ...(await mailCode(deps, fresh)) }
}

/** Turns a verified registration into an account with the same id. @throws ServerError 409 */
export async function acceptRegistration(
  trx: Kysely<Tables>,
  { parts }: Pick<AppDeps, 'parts'>,
  registration: RegistrationRow,
  now: Date,
): Promise<UserRow> {
  const account = { ...toPerson(registration).account, verified: 1 }
  if (!(await insertAccountUnlessTaken(trx, account))) throw emailTaken()
  const standing = await listRegistrations(trx, registration.email, now.toISOString())
  const others = standing.filter(({ id }) => id !== registration.id)
  await endRegistrations(
    trx,
    others.map(({ id }) => id),
    parts,
  )
  await removeRegistrations(trx, [registration.id])
  return account
}

async function makeRegistration(
  { appSecret }: Pick<AppDeps, 'appSecret'>,
  { fullName, email, phoneNumber, password }: Registration,
  { now }: Caller,
): Promise<RegistrationRow> {
  return {
    id: makeRecordId(now),
    email,
    full_name: fullName,
    phone_number: phoneNumber,
    password_hash: await hashPassword(password, saltOf(appSecret, email)),
    // The schema accepts a registration only with `isAdult: true`.
    adult_stated_at: now.toISOString(),
    consent_policy: POLICY_DATE,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + LIFETIME_MS).toISOString(),
  }
}

function emailTaken(): ServerError {
  const sentence = 'There is an account with this e-mail address already. Sign in instead.'
  return new ServerError(409, 'email-taken', sentence, { fields: { email: sentence } })
}
