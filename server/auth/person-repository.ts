// People who can sign in: an account, or a registration whose address is not proven yet. A verified address has one
// account and no registration.

import type { Kysely } from 'kysely'
import type { RegistrationRow, Tables, UserRow } from '#server/database/schema.ts'
import { findAccount, findAccountById } from './account-repository.ts'
import { findRegistration, listRegistrations } from './registration/registration-repository.ts'

export interface Person {
  account: UserRow
  /** When an unproven registration ends, with its sessions; null for an account. */
  provisionalUntil: string | null
}

/** Everyone who signs in with this address, after the same statements whether or not there is anyone. */
export async function listPersons(
  db: Kysely<Tables>,
  email: string,
  now: string,
): Promise<Person[]> {
  const account = await findAccount(db, email)
  const registrations = await listRegistrations(db, email, now)
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

/** A registration as the account that it is not yet. */
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
