import { expect, test } from 'vitest'
import { up } from '#server/database/migrations/010-webp-portraits.ts'
import { getRevisionTag } from '#server/database/revision.ts'
import { PORTRAITS } from '#server/demo/walkthroughs.ts'
import { databaseForEachTest } from '#tests/support/server/server-for-test.ts'

const database = databaseForEachTest({ inMemory: true })

async function insertUsers(pictures: readonly (string | null)[]): Promise<void> {
  const rows = pictures.map((picture, place) => ({
    id: String(place).padStart(3, '0'),
    email: `user${place}@example.in`,
    picture_url: picture,
    role: 'user' as const,
    verified: 1,
    has_short_password: 0,
    created_at: '2025-09-01T00:00:00.000Z',
  }))
  await database.db.insertInto('users').values(rows).execute()
}

async function listPictures() {
  const rows = await database.db.selectFrom('users').select('picture_url').orderBy('id').execute()
  return rows.map(({ picture_url }) => picture_url)
}

test('the migration changes the stored URLs of the demo’s portraits to .webp and sets a new revision; a second run changes nothing', async () => {
  await insertUsers(PORTRAITS.map((address) => address.replace('.webp', '.svg')))
  const before = await getRevisionTag(database.db, 'all')
  await up(database.db)
  expect(await listPictures()).toEqual(PORTRAITS)
  const after = await getRevisionTag(database.db, 'all')
  expect(after).not.toBe(before)
  await up(database.db)
  expect(await getRevisionTag(database.db, 'all')).toBe(after)
})

test('the migration changes no other URL, and keeps the revision if there are only others', async () => {
  const others = [
    null,
    '/media/people/p00.svg',
    '/media/people/p25.svg',
    '/media/people/p1.svg',
    '/media/people/asha.svg',
    '/media/people/old/p01.svg',
    'https://pictures.example/media/people/p01.svg',
    '/media/people/p01.jpg',
  ]
  await insertUsers(others)
  const before = await getRevisionTag(database.db, 'all')
  await up(database.db)
  expect(await listPictures()).toEqual(others)
  expect(await getRevisionTag(database.db, 'all')).toBe(before)
})
