import { sql } from 'kysely'
import {
  type Eraser,
  INTERNAL,
  OWN_ID,
  type PersonalTables,
} from '#server/platform/personal-tables/personal-table.ts'
import { emptyClaimsOf } from './claim-repository.ts'

export const CLAIM_TABLES = {
  claims: {
    // Emptied, because the row has the listing's counter of fences.
    erased: null,
    file: 'claims.json',
    says: 'The listings that you are reviewing, or have reviewed within a day.',
    isOf: (userId) => sql`person_id = ${userId}`,
    key: ['listing_id'],
    columns: {
      listing_id: 'listingId',
      person_id: OWN_ID,
      device_id: INTERNAL,
      fence: INTERNAL,
      claimed_at: 'claimedAt',
      expires_at: 'expiresAt',
      held_until: 'heldUntil',
      hold_reason: 'holdReason',
      origin: 'origin',
      from_person_id: 'fromPersonId',
      note: 'note',
      has_unsaved_text: { name: 'hasUnsavedText', read: (row) => row.has_unsaved_text === 1 },
      batch_id: 'batchId',
      first_claimed_at: 'firstClaimedAt',
    },
  },
} satisfies Partial<PersonalTables>

export const eraseClaimsOf: Eraser = async (trx, { account }) => {
  await emptyClaimsOf(trx, account.id)
  return []
}
