import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/schema.ts'
import { toListingWords } from '#server/platform/database/search-words.ts'
import { touchListings } from './listing-touch-service.ts'

/**
 * Gives a person's listings a new revision, because they show the name, e-mail address and mobile number of their owner, and
 * finds them by a new name. The listings that are assigned to the person, or that they decided about, show the name too.
 */
export async function showNewContact(
  trx: Kysely<Tables>,
  { id, full_name: ownerName }: { id: string; full_name: string | null },
  before: { full_name: string | null },
): Promise<void> {
  if (ownerName !== before.full_name) await setOwnerName(trx, id, ownerName)
  const own = trx.selectFrom('listings').select('id').where('owner_id', '=', id)
  const assigned = trx
    .selectFrom('assignments')
    .select('listing_id as id')
    .where('person_id', '=', id)
  const decided = trx.selectFrom('listings').select('id').where('decided_by', '=', id)
  await touchListings(trx, own.unionAll(assigned).unionAll(decided))
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
