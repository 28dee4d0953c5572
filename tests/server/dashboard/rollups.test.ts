import fc from 'fast-check'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findRollupGaps } from '#server/database/rollup-check.ts'
import type { Tables } from '#server/database/schema.ts'
import { seed } from '#server/demo-seeding.ts'
import {
  idOf,
  makeListing,
  makeLoan,
  makeMarket,
  makePayment,
  makeUser,
} from '#tests/server/market-data.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/server/test-database.ts'
import { testPans } from '#tests/support/server/test-pans.ts'

// The database stores sums, such as the number of listings of each status. After any writes, even some that are
// rolled back, each stored sum must equal a recount.

let database: TestDatabase
beforeEach(async () => {
  database = await openTestDatabase({ inMemory: true })
})
afterEach(() => database.close())

type Write = (trx: Kysely<Tables>) => Promise<unknown>

const status = fc.constantFrom('pending', 'approved', 'rejected', null)
const saleType = fc.constantFrom('Sell', 'Rent', 'Timeshare')
const boost = fc.constantFrom(null, '2025-09-17T06:30:00.000Z', '2025-09-18T00:00:00.000Z')
// Times around the ends of months in India.
const paidAt = fc.constantFrom(
  '2025-08-31T18:29:59.999Z',
  '2025-08-31T18:30:00.000Z',
  '2025-09-30T18:30:00.000Z',
)
const upTo = fc.nat(60).map((number) => idOf(1_000 + number))

const WRITE: fc.Arbitrary<Write> = fc.oneof(
  fc.tuple(status, saleType, boost, upTo).map(
    ([to, kind, until, id]): Write =>
      (trx) =>
        trx
          .updateTable('listings')
          .set({ status: to, sale_type: kind, boosted_until: until })
          .where('id', '<=', id)
          .execute(),
  ),
  upTo.map(
    (id): Write =>
      (trx) =>
        trx.deleteFrom('listings').where('id', '=', id).execute(),
  ),
  fc.tuple(paidAt, upTo).map(
    ([at, id]): Write =>
      (trx) =>
        trx
          .updateTable('transactions')
          .set({ created_at: at, refunded_paise: sql`amount_paise / 2` })
          .where('id', '<=', id)
          .execute(),
  ),
  fc.tuple(fc.constantFrom('captured', 'failed'), upTo).map(
    ([state, id]): Write =>
      (trx) =>
        trx.updateTable('transactions').set({ state }).where('id', '>', id).execute(),
  ),
  upTo.map(
    (id): Write =>
      (trx) =>
        trx.deleteFrom('transactions').where('id', '=', id).execute(),
  ),
  upTo.map(
    (id): Write =>
      (trx) =>
        trx.updateTable('loans').set({ occupation_type: null }).where('id', '<=', id).execute(),
  ),
)
const TURN = fc.record({ writes: fc.array(WRITE, { maxLength: 4 }), isUndone: fc.boolean() })

async function play(
  db: Kysely<Tables>,
  { writes, isUndone }: { writes: Write[]; isUndone: boolean },
) {
  const turn = db.transaction().execute(async (trx) => {
    for (const write of writes) await write(trx)
    if (isUndone) throw new RangeError('undone')
  })
  if (isUndone) await expect(turn).rejects.toThrow('undone')
  else await turn
}

async function fill(db: Kysely<Tables>): Promise<void> {
  const numbers = Array.from({ length: 60 }, (_, index) => 1_000 + index)
  const [listings, transactions, loans] = [
    numbers.map((number) => makeListing(number)),
    numbers.map((number) => makePayment(number)),
    numbers.map((number) => makeLoan(number)),
  ]
  await seed(db, makeMarket({ users: [makeUser()], listings, transactions, loans }), testPans)
}

test('after random writes every sum equals a recount', async () => {
  const { db } = database
  await fill(db)
  await fc.assert(
    fc.asyncProperty(TURN, async (turn) => {
      await play(db, turn)
      expect(await findRollupGaps(db)).toEqual([])
    }),
    { numRuns: 60 },
  )
  const stored = await db.selectFrom('listing_totals').selectAll().execute()
  expect(stored.length).toBeGreaterThan(0)
})

test('the check finds and names a sum that is wrong, missing or superfluous', async () => {
  const { db } = database
  await fill(db)
  await db.updateTable('listing_totals').set({ listings: 61 }).execute()
  await db.deleteFrom('user_totals').execute()
  await db.insertInto('boost_days').values({ day: '2025-01-01', listings: 1 }).execute()
  expect(await findRollupGaps(db)).toEqual([
    { what: 'listing_totals pending Sell', stored: 61, counted: 60 },
    { what: 'boost_days 2025-01-01', stored: 1, counted: 0 },
    { what: 'user_totals user', stored: 0, counted: 1 },
  ])
})
