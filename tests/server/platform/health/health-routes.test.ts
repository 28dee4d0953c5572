import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { call } from '#tests/server/api-call.ts'
import { makeMarket } from '#tests/server/market-data.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'

const server = serverForEachTest({ seed: makeMarket() })

const ask = (path: string) => call(server, 'GET', `/api/${path}`)

test('a server is ready while its database answers and has every migration', async () => {
  expect(await ask('readyz')).toMatchObject({ status: 200, json: { status: 'ready' } })
})

test.each(['starting', 'closing'] as const)(
  'a server that is %s is alive but not ready, and sends Retry-After',
  async (phase) => {
    server.lifecycle.phase = phase
    const answer = await ask('readyz')
    expect(answer).toMatchObject({ status: 503, json: { success: false, code: phase } })
    expect(answer.headers.get('Retry-After')).toBe('1')
    expect(await ask('healthz')).toMatchObject({ status: 200, json: { status: 'ok' } })
  },
)

test('a server is not ready while a migration is missing, but is ready if the database has a newer one', async () => {
  await sql`insert into kysely_migration (name, timestamp) values ('999-later', 'x')`.execute(
    server.db,
  )
  expect((await ask('readyz')).status).toBe(200)
  await sql`delete from kysely_migration where name like '038%'`.execute(server.db)
  expect(await ask('readyz')).toMatchObject({ status: 503, json: { code: 'not-migrated' } })
})

test('a server whose database cannot be read is alive but not ready', async () => {
  await sql`drop table kysely_migration`.execute(server.db)
  expect(await ask('readyz')).toMatchObject({ status: 503, json: { code: 'no-database' } })
  expect((await ask('healthz')).status).toBe(200)
})
