import type { Kysely } from 'kysely'
import type { Caller } from '#server/accounts/people/caller.ts'
import { findPerson } from '#server/accounts/people/person-repository.ts'
import { findRegistration } from '#server/accounts/people/registration-repository.ts'
import { findLiveSession } from '#server/accounts/sessions/session-service.ts'
import type { RegistrationRow } from '#server/platform/database/rows/account-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { ServerError } from '#server/platform/http/server-error.ts'

// A code can be requested or entered only with a token of its registration. The registration is
// found by the token, not by the address. So the response cannot reveal whether the address is
// registered, and nobody can affect another person's code.

/** @throws ServerError 400 when the token does not belong to a registration of this address */
export async function getOwnRegistration(
  trx: Kysely<Tables>,
  email: string,
  { token, now }: Caller,
): Promise<RegistrationRow> {
  const session = token === null ? null : await findLiveSession(trx, token, now)
  if (!session) throw signInFirst()
  const registration = await findRegistration(trx, session.userId, now.toISOString())
  if (registration?.email === email) return registration
  const person = await findPerson(trx, session.userId, now.toISOString())
  throw person?.account.verified === 1 && person.account.email === email
    ? alreadyVerified()
    : signInFirst()
}

function signInFirst(): ServerError {
  const sentence = 'Sign in on this device first, then enter the code'
  return new ServerError(400, 'sign-in-first', sentence, { fields: { otp: sentence } })
}

function alreadyVerified(): ServerError {
  const sentence = 'This e-mail address is verified already. Sign in again to go on.'
  return new ServerError(400, 'already-verified', sentence, { fields: { otp: sentence } })
}
