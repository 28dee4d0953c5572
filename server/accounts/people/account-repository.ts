// Accounts that can sign in: an e-mail address has at most one account of each role. Passwords are
// stored only as hashes.

import type { Kysely } from 'kysely'
import type { UserRow } from '#server/platform/database/rows/account-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { toMemberWords } from '#server/platform/database/search-words.ts'
import { userKeys } from '#server/platform/database/sort-keys.ts'
import type { Role } from '#src/domain/account/account.ts'

/** A typed e-mail address, and which of its two possible accounts is meant. */
export interface MeantAccount {
  email: string
  /** Preferred only: if the address has no account of this role, its other account is meant. */
  preferredRole: Role
}

export function findAccount(
  db: Kysely<Tables>,
  email: string,
  role: Role,
): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('email', '=', email)
    .where('role', '=', role)
    .executeTakeFirst()
}

/** Always runs one statement, so that the timing does not reveal how many accounts the address has. */
export function findMeantAccount(
  db: Kysely<Tables>,
  meant: MeantAccount,
): Promise<UserRow | undefined> {
  return selectMeant(db, meant).selectAll().executeTakeFirst()
}

/** The accounts of an address: at most one of each role. */
export function listAccounts(db: Kysely<Tables>, email: string): Promise<UserRow[]> {
  return db.selectFrom('users').selectAll().where('email', '=', email).orderBy('role').execute()
}

/** A subquery for the meant account. The caller selects its columns. */
export function selectMeant(db: Kysely<Tables>, { email, preferredRole }: MeantAccount) {
  return db
    .selectFrom('users')
    .where('email', '=', email)
    .orderBy((eb) => eb.case().when('role', '=', preferredRole).then(0).else(1).end())
    .limit(1)
}

/** Returns undefined for an erased account, too. */
export function findAccountById(db: Kysely<Tables>, id: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('is_erased', '=', 0)
    .executeTakeFirst()
}

/** The longest-standing owner who is not suspended. */
export function findOperator(db: Kysely<Tables>): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .innerJoin('staff', 'staff.user_id', 'users.id')
    .selectAll('users')
    .where('staff.role', '=', 'owner')
    .where('staff.suspended_at', 'is', null)
    .orderBy('users.created_at')
    .orderBy('users.id')
    .executeTakeFirst()
}

export async function countOperators(db: Kysely<Tables>): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('role', '=', 'admin')
    .where('is_erased', '=', 0)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertAccount(db: Kysely<Tables>, account: UserRow): Promise<void> {
  await db
    .insertInto('users')
    .values({ ...account, ...userKeys(account) })
    .execute()
}

/** Returns false when another account of the same role has the e-mail address. */
export async function insertAccountUnlessTaken(
  trx: Kysely<Tables>,
  account: UserRow,
): Promise<boolean> {
  const inserted = await trx
    .insertInto('users')
    .values({ ...account, ...userKeys(account) })
    .onConflict((conflict) => conflict.columns(['email', 'role']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return false
  await insertWords(trx, account)
  return true
}

export async function setAccount(
  db: Kysely<Tables>,
  id: string,
  change: Partial<
    Pick<
      UserRow,
      | 'email'
      | 'password_hash'
      | 'has_short_password'
      | 'verified'
      | 'adult_stated_at'
      | 'consent_policy'
    >
  >,
): Promise<void> {
  await db.updateTable('users').set(change).where('id', '=', id).execute()
}

async function insertWords(trx: Kysely<Tables>, account: UserRow): Promise<void> {
  const { id, email, full_name: fullName, phone_number: phoneNumber } = account
  const text = toMemberWords({ fullName, email, phoneNumber })
  await trx.insertInto('member_words').values({ id, text }).execute()
}
