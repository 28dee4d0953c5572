// People who can sign in: accounts, and registrations with an unverified address, which become end
// users' accounts.

import type { Kysely } from 'kysely'
import type { RegistrationRow, UserRow } from '#server/platform/database/rows/account-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { findAccountById, findMeantAccount, type MeantAccount } from './account-repository.ts'
import { findRegistration, listRegistrations } from './registration-repository.ts'

export interface Person {
  account: UserRow
  /** When an unverified registration and its sessions end; null for an account. */
  provisionalUntil: string | null
}

/**
 * The persons whose password a sign-in may try: one account, or all registrations if the address has
 * no account. A registration next to an account may be a stranger's. Always runs the same statements,
 * so that the timing does not reveal whether there is an account.
 */
export async function listPersons(
  db: Kysely<Tables>,
  meant: MeantAccount,
  now: string,
): Promise<Person[]> {
  const account = await findMeantAccount(db, meant)
  const registrations = await listRegistrations(db, meant.email, now)
  return account ? [{ account, provisionalUntil: null }] : registrations.map(toPerson)
}

export async function findPerson(
  db: Kysely<Tables>,
  id: string,
  now: string,
): Promise<Person | null> {
  const account = await findAccountById(db, id)
  const registration = await findRegistration(db, id, now)
  if (account) return { account, provisionalUntil: null }
  return registration ? toPerson(registration) : null
}

/** Represents a registration as an unverified account. */
export function toPerson(registration: RegistrationRow): Person {
  const { expires_at: provisionalUntil, ...own } = registration
  const account = {
    ...own,
    picture_url: null,
    role: 'user' as const,
    verified: 0,
    has_short_password: 0,
  }
  return { account, provisionalUntil }
}
