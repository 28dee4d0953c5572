import type { Kysely } from 'kysely'
import type { ListingStatus } from '#src/domain/listing/listing.ts'
import type { Tables } from './schema.ts'

// Stored sums, because computing them would scan large tables. Triggers update them within each
// writing transaction (server/platform/database/migrations/baseline/rollups.ts). `npm run manage -- rollups` compares them with a recount.

/** The number of listings by status and sale type, without zero counts. */
export function listListingTotals(
  db: Kysely<Tables>,
  { status, saleType }: { status?: ListingStatus | undefined; saleType?: string | undefined } = {},
) {
  return db
    .selectFrom('listing_totals')
    .selectAll()
    .where('listings', '>', 0)
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'pending'))
    .$if(saleType !== undefined, (query) => query.where('sale_type', '=', saleType ?? ''))
    .execute()
}

export async function countAllListings(db: Kysely<Tables>): Promise<number> {
  return sumOf(await listListingTotals(db), ({ listings }) => listings)
}

/** The number of listings without a decision. */
export async function countWaitingListings(db: Kysely<Tables>): Promise<number> {
  return sumOf(await listListingTotals(db, { status: 'pending' }), ({ listings }) => listings)
}

/**
 * Counts boosts that have not ended: those that end after today from the sums in `boost_days`, and those
 * that end later today from `listings`.
 */
export async function countBoosted(db: Kysely<Tables>, now: Date): Promise<number> {
  const time = now.toISOString()
  const today = time.slice(0, '2025-09-17'.length)
  const days = await db.selectFrom('boost_days').selectAll().where('day', '>', today).execute()
  const { ending } = await db
    .selectFrom('listings')
    .select((eb) => eb.fn.countAll<number>().as('ending'))
    .where('boosted_until', '>', time)
    .where('boosted_until', '<', `${today}U`) // 'U' sorts after the 'T' in every timestamp of today
    .executeTakeFirstOrThrow()
  return ending + sumOf(days, ({ listings }) => listings)
}

export async function countUsers(db: Kysely<Tables>): Promise<number> {
  const row = await db
    .selectFrom('user_totals')
    .select('users')
    .where('role', '=', 'user')
    .executeTakeFirst()
  return row?.users ?? 0
}

export async function countLoans(db: Kysely<Tables>): Promise<number> {
  const kinds = await db.selectFrom('loan_totals').select('loans').execute()
  return sumOf(kinds, ({ loans }) => loans)
}

/** Captured minus refunded paise, by month in India and by plan. */
export function listRevenue(db: Kysely<Tables>) {
  return db.selectFrom('revenue_months').selectAll().execute()
}

function sumOf<Row>(rows: readonly Row[], amountOf: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + amountOf(row), 0)
}
