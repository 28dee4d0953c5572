// Changes the name, e-mail address and mobile number of an account. The search texts contain copies of them, and other
// parts of the server show them.

import type { Kysely } from 'kysely'
import type { UserRow } from '#server/platform/database/rows/account-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { toLoanWords, toMemberWords } from '#server/platform/database/search-words.ts'
import { userKeys } from '#server/platform/database/sort-keys.ts'
import type { PersonalParts } from '#server/platform/personal-tables/personal-table.ts'

export type ContactChange = Partial<Pick<UserRow, 'full_name' | 'email' | 'phone_number'>>

/** Updates the account and the search texts. What shows the contact follows in the same transaction. */
export async function setContact(
  trx: Kysely<Tables>,
  account: UserRow,
  change: ContactChange,
  parts: Pick<PersonalParts, 'contactFollowers'>,
): Promise<void> {
  const { id } = account
  const changed = { ...account, ...change }
  const set = { ...change, ...userKeys(changed) }
  await trx.updateTable('users').set(set).where('id', '=', id).execute()
  const { full_name: fullName, email, phone_number: phoneNumber } = changed
  const text = toMemberWords({ fullName, email, phoneNumber })
  await trx.updateTable('member_words').set({ text }).where('id', '=', id).execute()
  await trx
    .updateTable('loan_words')
    .set({ text: toLoanWords({ fullName, phoneNumber }) })
    .where('id', 'in', trx.selectFrom('loans').select('id').where('user_id', '=', id))
    .execute()
  for (const follow of parts.contactFollowers) await follow(trx, changed, account)
}
