// Changes the name, e-mail address and mobile number of an account. The search texts contain copies of them, and the
// listings of an owner show them.

import type { Kysely } from 'kysely'
import type { UserRow } from '#server/database/account-rows.ts'
import { bumpRevision } from '#server/database/revision.ts'
import type { Tables } from '#server/database/schema.ts'
import { toListingWords, toLoanWords, toMemberWords } from '#server/database/search-words.ts'

export type ContactChange = Partial<Pick<UserRow, 'full_name' | 'email' | 'phone_number'>>

/** Updates the account and the search texts, and gives the owner's listings a new revision. */
export async function setContact(
  trx: Kysely<Tables>,
  account: UserRow,
  change: ContactChange,
): Promise<void> {
  const { id } = account
  await trx.updateTable('users').set(change).where('id', '=', id).execute()
  const { full_name: fullName, email, phone_number: phoneNumber } = { ...account, ...change }
  const text = toMemberWords({ fullName, email, phoneNumber })
  await trx.updateTable('member_words').set({ text }).where('id', '=', id).execute()
  await trx
    .updateTable('loan_words')
    .set({ text: toLoanWords({ fullName, phoneNumber }) })
    .where('id', 'in', trx.selectFrom('loans').select('id').where('user_id', '=', id))
    .execute()
  if (fullName !== account.full_name) await setOwnerName(trx, id, fullName)
  const revision = await bumpRevision(trx)
  await trx.updateTable('listings').set({ revision }).where('owner_id', '=', id).execute()
}

async function setOwnerName(
  trx: Kysely<Tables>,
  ownerId: string,
  ownerName: string | null,
): Promise<void> {
  const listings = await trx
    .selectFrom('listings')
    .select(['id', 'name', 'city', 'pincode'])
    .where('owner_id', '=', ownerId)
    .execute()
  for (const { id, ...listing } of listings)
    await trx
      .updateTable('listing_words')
      .set({ text: toListingWords({ ...listing, ownerName }) })
      .where('id', '=', id)
      .execute()
}
