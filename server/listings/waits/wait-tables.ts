import { sql } from 'kysely'
import {
  INTERNAL,
  NO_PERSON,
  type PersonalTables,
} from '#server/platform/personal-tables/personal-table.ts'

export const WAIT_TABLES = {
  review_waits: {
    // Deleted with the listings.
    erased: null,
    file: 'waits-for-reviews.json',
    says: 'How long your submissions waited for their review, and by when you were told to expect a decision.',
    isOf: (userId) => sql`listing_id in (select id from postings where owner_id = ${userId})`,
    key: ['listing_id', 'since'],
    columns: {
      listing_id: 'listingId',
      since: 'since',
      is_again: INTERNAL,
      place: 'place',
      half_by: 'halfBy',
      most_by: 'fourFifthsBy',
      told_by: 'delayedUntil',
      decided_at: 'decidedAt',
    },
  },
  review_flow: NO_PERSON,
} satisfies Partial<PersonalTables>
