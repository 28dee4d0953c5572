import { afterEach, expect, test } from 'vitest'
import { isEmpty, seed } from '#server/demo-seeding.ts'
import { startTestServer, type TestServer } from '#tests/support/server-fixture.ts'
import { idOf, makeListing, makeMarket } from './market-data.ts'

let server: TestServer
afterEach(() => server.close())

test('a database with nothing but the operator is empty', async () => {
  server = await startTestServer({ seed: 'none', inMemory: true })
  expect(await isEmpty(server.db)).toBe(true)
  await seed(server.db, makeMarket())
  expect(await isEmpty(server.db)).toBe(false)
})

test('data with a mistake in it is not inserted at all', async () => {
  server = await startTestServer({ seed: 'none', inMemory: true })
  const listings = [makeListing(2), makeListing(3, { ownerId: idOf(99) })]
  await expect(seed(server.db, makeMarket({ listings }))).rejects.toThrow('FOREIGN KEY')
  expect(await isEmpty(server.db)).toBe(true)
})
