import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { migrate, migrateAs } from '#server/database/migrate.ts'
import { seed } from '#server/demo-seeding.ts'
import { makePostingOf } from '#server/posting/posting-content.ts'
import { makeListing, makeMarket } from '#tests/server/market-data.ts'
import type { TestDatabase } from '#tests/support/server/test-database.ts'
import { testPans } from '#tests/support/server/test-pans.ts'
import { openEmpty } from './release-018.ts'

const MIGRATIONS = join(import.meta.dirname, '../../../server/database/migrations')
let database: TestDatabase | undefined
afterEach(() => database?.close())

test('the migration adds the keys for finding duplicates to existing photos and submitted listings', async () => {
  database = await openEmpty()
  const { db } = database
  const names = readdirSync(MIGRATIONS).map((name) => name.replace(/\.ts$/, ''))
  await migrateAs(
    db,
    names.sort().filter((name) => name < '028'),
  )
  await seed(db, makeMarket({ listings: [makeListing(2), makeListing(3)] }), testPans)
  const listings = await db.selectFrom('listings').selectAll().orderBy('id').execute()
  for (const [index, listing] of listings.entries()) {
    const { place_key: _, ...posting } = makePostingOf(listing)
    const submitted = index === 0 ? '{"locality":"Baner","kind":"villa","area":900}' : null
    // The cast is needed because the table has no column place_key before the migration, but the type has it.
    await db
      .insertInto('postings')
      .values({ ...posting, submitted } as never)
      .execute()
    const photo = {
      kind: 'photo',
      created_at: listing.created_at,
      unused_since: null,
      width: 1,
      height: 1,
      duration_ms: null,
      bytes: 1,
      checksum: 'c',
      perceptual_hash: index === 0 ? '00010002f0f3f004' : null,
      thumbhash: null,
    } as const
    const id = `${index}`.repeat(32)
    const { owner_id, id: posting_id } = listing
    await db
      .insertInto('media')
      .values({ ...photo, id, owner_id, posting_id })
      .execute()
  }
  await migrate(db)
  const places = await db.selectFrom('postings').select('place_key').orderBy('id').execute()
  expect(places.map((row) => row.place_key)).toEqual(['||baner|villa|900||', null])
  const bands = await db.selectFrom('photo_bands').selectAll().orderBy('band').execute()
  expect(bands).toEqual(
    [0x00001, 0x10002, 0x2f0f3, 0x3f004].map((band) => ({ band, media_id: '0'.repeat(32) })),
  )
})
