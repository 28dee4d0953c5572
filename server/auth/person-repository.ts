// People who can sign in: accounts, and registrations with an unverified address, which become end
// users' accounts.

import type { Kysely } from 'kysely'
import type { RegistrationRow, UserRow } from '#server/database/account-rows.ts'
import type { Tables } from '#server/database/schema.ts'
import { findAccountById, findMeantAccount, type MeantAccount } from './account-repository.ts'
import { findRegistration, listRegistrations } from './registration/registration-repository.ts'

export interface Person {
  account: UserRow
  /** When an unverified registration and its sessions end; null for an account. */
  provisionalUntil: string | null
}

/**
 * The meant account, or all registrations of an address without an account. A password is never
 * tried on both accounts of an address. It is not tried on a registration if there is an account,
 * because a stranger may have registered. Always runs the same statements.
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
