import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate, migrateAs } from '#server/database/migrate.ts'
import { seed } from '#server/demo-seeding.ts'
import { idOf, makeMarket } from '#tests/server/market-data.ts'
import { readAllText } from '#tests/server/whole-database.ts'
import { testPans } from '#tests/support/server/test-pans.ts'
import { MIGRATION_NAMES } from './earlier-release.ts'
import { openEmpty } from './release-018.ts'

/** Stored responses of the version before: status, body, ETag. The last is the version that the migration keeps. */
const LEFT = [
  [200, '{"success":true,"data":{"ownerDetails":{"name":"Chandra Iyer"}}}', '"12"', 12],
  [412, '{"success":false,"data":{"by":"Chandra Iyer","note":"\\u0000"}}', '"3"', 3],
  [200, `{"_id":"${idOf(4)}","version":5}`, null, 5],
  [200, '{"success":true}', null, null],
  [404, '{"success":false,"code":"not-found"}', null, null],
] as const

test('the migration keeps the versions of the stored responses, and none of their text', async () => {
  const { db } = await openEmpty()
  await migrateAs(
    db,
    MIGRATION_NAMES.filter((name) => name < '032'),
  )
  await seed(db, makeMarket(), testPans)
  for (const [index, [status, body, etag]] of LEFT.entries())
    await sql`insert into receipts (user_id, key, request_hash, entity_id, status, body, etag, expires_at)
      values (${idOf(1)}, ${`key-${index}`}, 'hash', ${idOf(4)}, ${status}, ${body}, ${etag}, '2030')`.execute(
      db,
    )
  await migrate(db)
  const rows = await db.selectFrom('receipts').selectAll().orderBy('key').execute()
  expect(rows).toEqual(
    LEFT.map(([status, , , version], index) => ({
      user_id: idOf(1),
      key: `key-${index}`,
      request_hash: 'hash',
      entity_id: idOf(4),
      status,
      version,
      expires_at: '2030',
    })),
  )
  expect(await readAllText({ db })).not.toContain('Chandra')
})
