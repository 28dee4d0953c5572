import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#server/database/open-database.ts'
import { startTestServer, type TestServer } from '#tests/support/server-fixture.ts'
import { call } from './api-call.ts'
import { idOf, makeListing, makeMarket } from './market-data.ts'

let server: TestServer
let token: string

beforeEach(async () => {
  server = await startTestServer({ seed: makeMarket({ listings: [makeListing(2)] }) })
  token = await server.signIn()
})
afterEach(() => server.close())

test('an unexpected error is a 500 whose number is in the log, and tells nothing of the inside', async () => {
  await server.db.schema.dropTable('loans').execute()
  const answer = await call(server, 'GET', '/api/admin/loan', { token })
  expect(answer).toMatchObject({ status: 500, json: { success: false, code: 'internal' } })
  const id = /Reference: ([0-9a-f-]{36})$/.exec(String(answer.json['error']))?.[1] ?? 'none'
  const line = server.logged.find((logged) => logged.includes(id)) ?? ''
  expect(line).toContain('no such table')
  expect(answer.text).not.toMatch(/table|sql|\.ts/i)
})

test('a database that someone else is writing to answers 503 and is not changed', async () => {
  const other = openDatabase(server.file)
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
