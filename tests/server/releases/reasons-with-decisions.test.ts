import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate, migrateAs } from '#server/database/migrate.ts'
import { seed } from '#server/demo-seeding.ts'
import { idOf, makeListing, makeMarket } from '#tests/server/market-data.ts'
import { testPans } from '#tests/support/server/test-pans.ts'
import { MIGRATION_NAMES } from './earlier-release.ts'
import { openEmpty } from './release-018.ts'

const AT = '2025-09-17T06:00:00.000Z'

test('the migration keeps what sellers were given, and switches "Changes needed" on where a sentence says "Add" or "Correct"', async () => {
  const { db } = await openEmpty()
  await migrateAs(
    db,
    MIGRATION_NAMES.filter((name) => name < '036'),
  )
  await seed(db, makeMarket({ listings: [makeListing(2)] }), testPans)
  await sql`update rejection_reasons set sentence = 'Please Add the floor.' where code = 'details'`.execute(
    db,
  )
  await sql`insert into listing_reasons (listing_id, change_key, code, note, changes_needed, given_at)
    values (${idOf(2)}, 'key', 'price', 'Ten times too high.', 0, ${AT})`.execute(db)
  for (const [index, code] of ['sold', null].entries())
    await sql`insert into messages
      (id, user_id, listing_id, status, from_status, decided_at, due_at, reason_code)
      values (${idOf(90 + index)}, ${idOf(1)}, ${idOf(2)}, 'rejected', 'pending', ${AT}, ${AT}, ${code})`.execute(
      db,
    )
  await migrate(db)
  const reasons = await db.selectFrom('rejection_reasons').selectAll().orderBy('code').execute()
  const asking = reasons.filter(({ changes_needed }) => changes_needed === 1)
  expect(asking.map(({ code }) => code)).toEqual(['details', 'photos', 'place'])
  const given = await db.selectFrom('listing_reasons').select(['note', 'sentence']).execute()
  expect(given).toEqual([
    { note: 'Ten times too high.', sentence: expect.stringMatching(/^The price does not fit/) },
  ])
  const messages = await db.selectFrom('messages').select('sentence').orderBy('id').execute()
  expect(messages).toEqual([
    { sentence: 'This property is sold or let already.' },
    { sentence: null },
  ])
  expect(await db.selectFrom('rejection_rule').selectAll().execute()).toEqual([])
})
