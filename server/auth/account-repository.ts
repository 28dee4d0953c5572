// Accounts that can sign in. Passwords are stored only as hashes.

import type { Kysely } from 'kysely'
import type { UserRow } from '#server/database/account-rows.ts'
import { bumpRevision } from '#server/database/revision.ts'
import type { Tables } from '#server/database/schema.ts'
import { toMemberWords } from '#server/database/search-words.ts'

export function findAccount(db: Kysely<Tables>, email: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
}

/** Undefined for an erased account, too. */
export function findAccountById(db: Kysely<Tables>, id: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('is_erased', '=', 0)
    .executeTakeFirst()
}

export function findOperator(db: Kysely<Tables>): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('role', '=', 'admin')
    .where('is_erased', '=', 0)
    .orderBy('created_at')
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
  await db.insertInto('users').values(account).execute()
}

/** Returns false when another account has the e-mail address. */
export async function insertAccountUnlessTaken(
  trx: Kysely<Tables>,
  account: UserRow,
): Promise<boolean> {
  const inserted = await trx
    .insertInto('users')
    .values(account)
    .onConflict((conflict) => conflict.column('email').doNothing())
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

/** Sets a new address in the account, in the search and in the lists that show it. */
export async function setEmail(trx: Kysely<Tables>, account: UserRow, email: string) {
  const { id, full_name: fullName, phone_number: phoneNumber } = account
  await setAccount(trx, id, { email })
  const text = toMemberWords({ fullName, email, phoneNumber })
  await trx.updateTable('member_words').set({ text }).where('id', '=', id).execute()
  const revision = await bumpRevision(trx)
  await trx.updateTable('listings').set({ revision }).where('owner_id', '=', id).execute()
}

async function insertWords(trx: Kysely<Tables>, account: UserRow): Promise<void> {
  const { id, email, full_name: fullName, phone_number: phoneNumber } = account
  const text = toMemberWords({ fullName, email, phoneNumber })
  await trx.insertInto('member_words').values({ id, text }).execute()
}
