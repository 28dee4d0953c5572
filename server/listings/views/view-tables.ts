import { sql } from 'kysely'
import {
  leaveTableOut,
  type PersonalTables,
} from '#server/platform/personal-tables/personal-table.ts'

const DAY_MS = 86_400_000

export const VIEW_TABLES = {
  // Deleted with the listings (server/listings/views).
  listing_viewers: leaveTableOut(
    'Scrambled numbers of the devices of today, which name nobody.',
    null,
  ),
  listing_views: {
    // Deleted with the listings (server/listings/views).
    erased: null,
    file: 'views-of-listings.json',
    says: 'How many devices viewed your listings on each day that is over.',
    isOf: (userId) => sql`listing_id in (select id from postings where owner_id = ${userId})`,
    key: ['listing_id', 'day'],
    columns: {
      listing_id: 'listingId',
      day: { name: 'day', read: ({ day }) => new Date(day * DAY_MS).toISOString().slice(0, 10) },
      views: 'views',
    },
  },
} satisfies Partial<PersonalTables>
