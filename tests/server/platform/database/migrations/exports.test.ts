import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { seed } from '#server/demo/demo-seeding.ts'
import { migrate, migrateAs } from '#server/platform/database/migrate.ts'
import { idOf, makeListing, makeMarket } from '#tests/server/market-data.ts'
import { openDatabaseForTest } from '#tests/support/server/server-for-test.ts'
import { testPans } from '#tests/support/server/test-pans.ts'
import { folderForEachTest } from '#tests/support/temporary-folder.ts'
import { leaveNothing, onDatabase } from './earlier-database.ts'

const BEFORE = ['038-baseline', '039-one-listing', '040-saved-views', '041-filter-indexes']
const MORE_THAN_AT_ONCE = 450

const folder = folderForEachTest()

test('the migration gives each listing and user the keys by which new ones are sorted', async () => {
  const current = await openDatabaseForTest()
  const listings = Array.from({ length: MORE_THAN_AT_ONCE }, (_, index) =>
    makeListing(index + 10, {
      name: [null, ' ', 'Flat 9', '\u0958\u093f\u0932\u093e', "O'Neill"][index % 5] ?? null,
      pricePaise: index % 3 === 0 ? null : index * 1_00,
      rentPaise: index % 2 === 0 ? null : 33,
    }),
  )
  await seed(current.db, makeMarket({ listings }), testPans)
  const keys = ['id', 'name_key', 'price_key'] as const
  const wanted = await current.db.selectFrom('listings').select(keys).orderBy('id').execute()
  expect(wanted.filter(({ name_key }) => name_key !== null).length).toBeGreaterThan(200)
  await onDatabase(await leaveNothing(folder.path), async (db) => {
    await migrateAs(db, BEFORE)
    for (const table of ['users', 'listings'] as const)
      for (const row of await current.db.selectFrom(table).selectAll().execute()) {
        const old = Object.entries(row).filter(
          ([column]) => !/_key$|^(?:waits_since|due_soon_at|due_at|decided_by|hints)$/.test(column),
        )
        const columns = old.map(([column]) => sql.ref(column))
        const values = old.map(([, value]) => sql`${value}`)
        await sql`insert into ${sql.table(table)} (${sql.join(columns)}) values (${sql.join(values)})`.execute(
          db,
        )
      }
    await migrate(db)
    expect(await db.selectFrom('listings').select(keys).orderBy('id').execute()).toEqual(wanted)
    const users = await db.selectFrom('users').select(['id', 'name_key']).execute()
    expect(users).toEqual([{ id: idOf(1), name_key: 'asha rao' }])
  })
})
