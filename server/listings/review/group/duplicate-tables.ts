import { sql } from 'kysely'
import {
  type Eraser,
  OWN_ID,
  type PersonalTables,
} from '#server/platform/personal-tables/personal-table.ts'
import { forgetPerson, removePairsOfGone } from './duplicate-repository.ts'

export const DUPLICATE_TABLES = {
  not_duplicates: {
    // By `forgetDuplicatesOf`: what was said about two listings stays as long as anything of both does.
    erased: null,
    file: 'not-duplicates.json',
    says: 'The listings of which you said, as a member of the team, that they are not of one property.',
    isOf: (userId) => sql`person_id = ${userId}`,
    key: ['listing_id', 'other_id'],
    columns: { listing_id: 'listingId', other_id: 'otherListingId', person_id: OWN_ID, at: 'at' },
  },
} satisfies Partial<PersonalTables>

export const forgetDuplicatesOf: Eraser = async (trx, { account }) => {
  await forgetPerson(trx, account.id)
  await removePairsOfGone(trx)
  return []
}
