import type { Kysely } from 'kysely'
import {
  findAccount,
  insertAccountUnlessTaken,
} from '#server/accounts/people/account-repository.ts'
import { makeRecordId } from '#server/platform/database/record-id.ts'
import type { UserRow } from '#server/platform/database/rows/account-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import type { Business } from '#src/domain/api-key.ts'

/**
 * Finds or creates the end user's account of a business. An existing account stays unchanged. A new
 * one has no password: the business signs in after a password reset, which proves the address.
 */
export async function findOrMakeBusiness(
  trx: Kysely<Tables>,
  { email, fullName, phoneNumber }: Business,
  now: Date,
): Promise<UserRow> {
  const found = await findAccount(trx, email, 'user')
  if (found) return found
  const account: UserRow = {
    id: makeRecordId(now),
    full_name: fullName,
    email,
    phone_number: phoneNumber,
    picture_url: null,
    role: 'user',
    verified: 1,
    password_hash: null,
    has_short_password: 0,
    adult_stated_at: null,
    consent_policy: null,
    created_at: now.toISOString(),
  }
  if (!(await insertAccountUnlessTaken(trx, account)))
    throw new Error('another transaction inserted the account, although writers take turns')
  return account
}
