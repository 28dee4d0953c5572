// A signed-in person enters the password again before a sensitive action. A wrong password is counted
// and reported as one at a sign-in, so a stolen session allows no extra guesses.

import type { Kysely } from 'kysely'
import type { Caller } from '#server/accounts/people/caller.ts'
import { reportLocks } from '#server/accounts/people/lock-report-service.ts'
import { findPerson, type Person } from '#server/accounts/people/person-repository.ts'
import { findKnownDevice } from '#server/accounts/sessions/known-device-service.ts'
import { hashToken } from '#server/accounts/sessions/random-token.ts'
import { setSession } from '#server/accounts/sessions/session-repository.ts'
import type { Session } from '#server/accounts/sessions/session-service.ts'
import type { CallDeps } from '#server/platform/app-env.ts'
import type { UserRow } from '#server/platform/database/rows/account-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { requireSignInTry } from '#server/platform/limits/sign-in-limit-service.ts'
import type { OwnPassword } from '#src/domain/account/own-account.ts'
import { findUnchanged } from './credential-service.ts'
import { isPassword } from './password-hash.ts'

/**
 * Checks the password, and notes the time in the session. Returns the person, for
 * `requireUnchanged`. @throws ServerError 400 with a message for `password`, 401 if the account or
 * registration has ended, 429 for too many tries
 */
export async function confirmOwnPassword(
  deps: CallDeps,
  { userId, token }: Session,
  { password, deviceToken }: OwnPassword,
  caller: Caller,
): Promise<Person> {
  const { db, write, log } = deps
  const { address, now } = caller
  const person = await findPerson(db, userId, now.toISOString())
  if (!person) throw new ServerError(401, 'unauthenticated', 'Sign in to go on.')
  const { account } = person
  const { email, role: preferredRole } = account
  const knownDevice = await findKnownDevice(db, { email, preferredRole }, { deviceToken, now })
  const tried = await requireSignInTry(deps, { email, network: address, knownDevice, now })
  if (!(await isPassword(password, account.password_hash))) {
    log.warn({ address }, 'a confirmation failed')
    reportLocks(deps, tried.locks, account, caller)
    throw wrongPassword()
  }
  await write(async (trx) => {
    await requireUnchanged(trx, person, now)
    await tried.forget(trx)
    await noteConfirmation(trx, token, now)
  })
  return person
}

/**
 * Notes that the person of this session has proved who they are, by a password or another factor.
 * Also ends the session's idle state, as a call does.
 */
export async function noteConfirmation(
  trx: Kysely<Tables>,
  token: string,
  now: Date,
): Promise<void> {
  const at = now.toISOString()
  await setSession(trx, hashToken(token), { confirmed_at: at, last_seen_at: at })
}

/**
 * Rereads the account. @throws ServerError 400 if its e-mail address or password has changed since
 * the password was checked
 */
export async function requireUnchanged(
  trx: Kysely<Tables>,
  person: Person,
  now: Date,
): Promise<UserRow> {
  const unchanged = await findUnchanged(trx, person, now)
  if (!unchanged) throw wrongPassword()
  return unchanged.account
}

function wrongPassword(): ServerError {
  const sentence = 'This is not your password.'
  return new ServerError(400, 'wrong-password', sentence, { fields: { password: sentence } })
}
