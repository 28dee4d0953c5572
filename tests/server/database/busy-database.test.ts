import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#server/database/open-database.ts'
import { call } from '#tests/server/api-call.ts'
import { idOf, makeListing, makeMarket } from '#tests/server/market-data.ts'
import { startTestServer, type TestServer } from '#tests/support/server-fixture.ts'

let server: TestServer
let token: string

beforeEach(async () => {
  server = await startTestServer({ seed: makeMarket({ listings: [makeListing(2)] }) })
  token = await server.signIn()
})
afterEach(() => server.close())

test('a database that someone else is writing to answers 503 and is not changed', async () => {
  const other = openDatabase(server.place)
  await sql`pragma busy_timeout = 1`.execute(server.db)
  const path = `/api/admin/properties/${idOf(2)}/status`
  const change = { token, body: { status: 'approved' } }
  await other.transaction().execute(async () => {
    const answer = await call(server, 'PATCH', path, change)
    expect(answer).toMatchObject({ status: 503, json: { success: false, code: 'busy' } })
    expect(answer.headers.get('Retry-After')).toBe('1')
    expect((await call(server, 'GET', '/api/admin/properties', { token })).status).toBe(200)
  })
  await other.destroy()
  const answer = await call(server, 'PATCH', path, change)
  expect(answer).toMatchObject({ status: 200, json: { data: { version: 2 } } })
})
