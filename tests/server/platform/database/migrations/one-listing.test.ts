import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { seed } from '#server/demo/demo-seeding.ts'
import { migrate, migrateAs } from '#server/platform/database/migrate.ts'
import { BASELINE } from '#server/platform/database/migrations/baseline/earlier-migrations.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { idOf, makeListing, makeMarket } from '#tests/server/market-data.ts'
import { openDatabaseForTest } from '#tests/support/server/server-for-test.ts'
import { testPans } from '#tests/support/server/test-pans.ts'
import { folderForEachTest } from '#tests/support/temporary-folder.ts'
import { leaveNothing, onDatabase } from './earlier-database.ts'

const AT = '2025-09-17T06:00:00.000Z'
const OLD = idOf(2)
const ODD = idOf(3)
const WRITTEN = idOf(4)
const WITHDRAWN = idOf(5)

const folder = folderForEachTest()

/** Runs `work` on a database of the baseline, in which these listings have no record. */
async function onBaseline(
  listings: Parameters<typeof makeListing>[1][],
  work: (db: Kysely<Tables>) => Promise<void>,
): Promise<void> {
  const made = listings.map((listing, index) => makeListing(index + 2, listing))
  const current = await openDatabaseForTest()
  await seed(current.db, makeMarket({ listings: made }), testPans)
  await onDatabase(await leaveNothing(folder.path), async (db) => {
    await migrateAs(db, [BASELINE])
    for (const table of ['users', 'listings'] as const)
      for (const row of await current.db.selectFrom(table).selectAll().execute())
        await db.insertInto(table).values(asOfBaseline(row)).execute()
    await work(db)
  })
}

const LATER = [
  'name_key',
  'price_key',
  'waits_since',
  'due_soon_at',
  'due_at',
  'decided_by',
  'hints',
]

/** Without the columns that a later migration adds, which have values of their own by default. */
function asOfBaseline<Row extends object>(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).filter(([column]) => !LATER.includes(column)),
  ) as Row
}

test('the migration gives each listing a record, and keeps the records that there are', async () => {
  await onBaseline(
    [
      { status: 'approved', bhk: '3 BHK', videoUrl: '/media/videos/old.mp4' },
      // Words that the app does not know, and no name.
      { name: null, propertyType: 'Castle', saleType: 'Swap', status: null, boostedUntil: AT },
      { status: 'approved', posterUrl: '/media/posters/new.jpg' },
    ],
    async (db) => {
      await sql`update listings set version = 7 where id = ${WRITTEN}`.execute(db)
      const columns = sql`id, owner_id, version, seller_state, created_at, updated_at, body, held_version, held_boosted_until, held_video_url`
      for (const [id, state, version, boost, video] of [
        [WRITTEN, 'posted', null, null, null],
        [WITHDRAWN, 'withdrawn', 9, AT, '/media/videos/held.mp4'],
      ])
        await sql`insert into postings (${columns})
      values (${id}, ${idOf(1)}, 4, ${state}, ${AT}, ${AT}, '{}', ${version}, ${boost}, ${video})`.execute(
          db,
        )
      const before = await db.selectFrom('listings').selectAll().orderBy('id').execute()
      await migrate(db)
      expect(await db.selectFrom('listings').selectAll().orderBy('id').execute()).toMatchObject(
        before,
      )
      const records = await db.selectFrom('postings').selectAll().orderBy('id').execute()
      const content = { title: 'Flat 2', kind: 'apartment', deal: 'sell', bhk: 3, price: 4_500_000 }
      expect(records).toMatchObject([
        {
          id: OLD,
          version: 1,
          seller_state: 'posted',
          is_from_before: 1,
          published_version: 1,
          video_url: '/media/videos/old.mp4',
          expires_at: null,
          decided_at: null,
        },
        { id: ODD, is_from_before: 1, boosted_until: AT },
        {
          id: WRITTEN,
          version: 4,
          is_from_before: 0,
          published_version: 7,
          poster_url: '/media/posters/new.jpg',
        },
        {
          id: WITHDRAWN,
          is_from_before: 0,
          published_version: 9,
          boosted_until: AT,
          video_url: '/media/videos/held.mp4',
        },
      ])
      expect(JSON.parse(records[0]?.body ?? '')).toMatchObject(content)
      expect(records[0]?.submitted).toBe(records[0]?.body)
      expect(JSON.parse(records[1]?.body ?? '')).toMatchObject({
        title: null,
        kind: null,
        deal: null,
      })
    },
  )
})

test('the migration keeps the ids of removed listings as removals of the log', async () => {
  await onBaseline([], async (db) => {
    await sql`insert into removed_listings (id, revision, removed_at)
    values (${idOf(9)}, 5, ${AT}), (${idOf(8)}, 3, ${AT})`.execute(db)
    await migrate(db)
    const log = await db.selectFrom('listing_changes').selectAll().orderBy('n').execute()
    const removal = { kind: 'removed', at: AT, actor_id: null, from_value: null, to_value: null }
    expect(log).toMatchObject([
      { ...removal, listing_id: idOf(8), revision: 3 },
      { ...removal, listing_id: idOf(9), revision: 5 },
    ])
  })
})

test('the migration gives a record to more listings than it reads at a time', async () => {
  await onBaseline(
    Array.from({ length: 1_203 }, () => ({})),
    async (db) => {
      await migrate(db)
      const missing = db
        .selectFrom('listings')
        .leftJoin('postings', 'postings.id', 'listings.id')
        .select('listings.id')
        .where('postings.id', 'is', null)
      expect(await missing.execute()).toEqual([])
    },
  )
})
