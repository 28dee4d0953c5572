import { expect, test } from 'vitest'
import { migrate, migrateAs } from '#server/database/migrate.ts'
import { seed } from '#server/demo-seeding.ts'
import { makePostingOf } from '#server/posting/posting-content.ts'
import { makeListing, makeMarket } from '#tests/server/market-data.ts'
import { testPans } from '#tests/support/server/test-pans.ts'
import { MIGRATION_NAMES } from './earlier-release.ts'
import { openEmpty } from './release-018.ts'

test('the migration adds the keys for finding duplicates to existing photos and submitted listings', async () => {
  const { db } = await openEmpty()
  const names = MIGRATION_NAMES.filter((name) => name < '028')
  await migrateAs(db, names)
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
    const { owner_id, id: posting_id, created_at } = listing
    const photo = { kind: 'photo', width: 1, height: 1, bytes: 1, checksum: 'c' } as const
    const hash = { perceptual_hash: index === 0 ? '00010002f0f3f004' : null }
    const names = { id: `${index}`.repeat(32), owner_id, posting_id, created_at }
    await db
      .insertInto('media')
      .values({ ...photo, ...hash, ...names })
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
