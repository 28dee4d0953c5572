import type { Kysely } from 'kysely'
import type { MeantAccount } from '#server/accounts/people/account-repository.ts'
import { findPerson, listPersons, type Person } from '#server/accounts/people/person-repository.ts'
import type { UserRow } from '#server/platform/database/rows/account-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { findHashOf } from './password-hash.ts'

/**
 * Finds the person with this e-mail address and password. Also returns the account with this e-mail
 * address and the preferred role, even if the password is wrong. Runs the same statements and hash
 * computations for an account, a registration and an unknown address, so that the timing does not
 * reveal which of them the address has.
 */
export async function findByPassword(
  db: Kysely<Tables>,
  { password, now, ...meant }: MeantAccount & { password: string; now: Date },
): Promise<{ person: Person | null; account: UserRow | null }> {
  const persons = await listPersons(db, meant, now.toISOString())
  const hashes = persons.map(({ account }) => account.password_hash)
  const found = await findHashOf(password, hashes)
  const hasPassword = ({ account }: Person) => found !== null && account.password_hash === found
  const isAccount = ({ provisionalUntil }: Person) => provisionalUntil === null
  return {
    person: persons.find(hasPassword) ?? null,
    account: persons.find(isAccount)?.account ?? null,
  }
}

/**
 * The person's current record; null if the e-mail address or password has changed since `before`, or
 * the registration has ended.
 */
export async function findUnchanged(
  trx: Kysely<Tables>,
  { account: before }: Person,
  now: Date,
): Promise<Person | null> {
  const person = await findPerson(trx, before.id, now.toISOString())
  const { email, password_hash: passwordHash } = person?.account ?? {}
  return email === before.email && passwordHash === before.password_hash ? person : null
}
