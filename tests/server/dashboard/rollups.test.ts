import fc from 'fast-check'
import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { seed } from '#server/demo/demo-seeding.ts'
import { findRollupGaps } from '#server/platform/database/rollup-check.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { idOf, makeListing, makeLoan, makeMarket, makePayment } from '#tests/server/market-data.ts'
import { databaseForEachTest } from '#tests/support/server/server-for-test.ts'
import { testPans } from '#tests/support/server/test-pans.ts'

// The database stores sums, such as the number of listings of each status. After any writes, even some that are
// rolled back, each stored sum must equal a recount.

const database = databaseForEachTest()

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

const writeOf = <Values extends unknown[]>(
  values: fc.Arbitrary<Values>,
  makeWrite: (...values: Values) => Write,
) => values.map((made) => makeWrite(...made))

const WRITE = fc.oneof(
  writeOf(fc.tuple(status, saleType, boost, upTo), (to, kind, until, id) => (trx) => {
    const change = { status: to, sale_type: kind, boosted_until: until }
    return trx.updateTable('listings').set(change).where('id', '<=', id).execute()
  }),
  writeOf(
    fc.tuple(upTo),
    (id) => (trx) => trx.deleteFrom('listings').where('id', '=', id).execute(),
  ),
  writeOf(fc.tuple(paidAt, upTo), (created_at, id) => (trx) => {
    const change = { created_at, refunded_paise: sql<number>`amount_paise / 2` }
    return trx.updateTable('transactions').set(change).where('id', '<=', id).execute()
  }),
  writeOf(
    fc.tuple(fc.constantFrom('captured', 'failed'), upTo),
    (state, id) => (trx) =>
      trx.updateTable('transactions').set({ state }).where('id', '>', id).execute(),
  ),
  writeOf(
    fc.tuple(upTo),
    (id) => (trx) => trx.deleteFrom('transactions').where('id', '=', id).execute(),
  ),
  writeOf(
    fc.tuple(upTo),
    (id) => (trx) =>
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
  const data = makeMarket({
    listings: numbers.map((number) => makeListing(number)),
    transactions: numbers.map((number) => makePayment(number)),
    loans: numbers.map((number) => makeLoan(number)),
  })
  await seed(db, data, testPans)
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
