import { sql } from 'kysely'
import {
  INTERNAL,
  NO_PERSON,
  type PersonalTables,
} from '#server/platform/personal-tables/personal-table.ts'

export const REASON_TABLES = {
  rejection_reasons: NO_PERSON,
  rejection_rule: NO_PERSON,
  listing_reasons: {
    // Deleted with their listing.
    erased: null,
    file: 'rejections.json',
    says: 'Why listings of yours are rejected.',
    isOf: (userId) => sql`listing_id in (select id from listings where owner_id = ${userId})`,
    key: ['listing_id'],
    columns: {
      listing_id: 'listingId',
      change_key: INTERNAL,
      code: 'reason',
      sentence: 'sentence',
      note: 'note',
      changes_needed: {
        name: 'changesNeeded',
        read: (row) => row.changes_needed === 1,
      },
      given_at: 'givenAt',
    },
  },
} satisfies Partial<PersonalTables>
