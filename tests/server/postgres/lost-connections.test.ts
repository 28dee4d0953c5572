import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { openPostgres, SERVING } from '#server/platform/database/connection/open-postgres.ts'
import { findDatabaseTrouble } from '#server/platform/database/database-trouble.ts'
import { call } from '#tests/server/api-call.ts'
import { idOf, makeListing, makeMarket } from '#tests/server/market-data.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'

const server = serverForEachTest({ seed: makeMarket({ listings: [makeListing(2)] }) })
/** A second connection pool on the same database, as another process would have. */
let other: TestServer['db']

beforeEach(() => {
  other = openFor(SERVING)
})

/** Opens a connection pool for the running test. */
function openFor(timeouts: Parameters<typeof openPostgres>[1]): Db {
  const db = openPostgres(server.place, timeouts)
  onTestFinished(() => db.destroy())
  return db
}

type Db = TestServer['db']

async function findBackend(db: Db): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return rows[0]?.pid ?? 0
}

async function findTrouble(work: Promise<unknown>) {
  return findDatabaseTrouble(await work.catch((error: unknown) => error))
}

async function findBlocked(): Promise<number | undefined> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_locks where not granted and database = (
      select oid from pg_database where datname = current_database())`.execute(other)
  return rows[0]?.pid
}

test('if a database connection in use is terminated, only the work on that connection fails', async () => {
  const trouble = await findTrouble(
    server.db.transaction().execute(async (trx) => {
      await sql`select pg_terminate_backend(${await findBackend(trx)})`.execute(other)
      await sql`select 1`.execute(trx)
    }),
  )
  expect(trouble).toBe('lost')
  expect(await findBackend(server.db)).toBeGreaterThan(0)
})

test('a request that loses its database connection gets a 503, which is logged without a stack', async () => {
  const token = await server.signIn()
  const decide = () =>
    call(server, 'PATCH', `/api/admin/properties/${idOf(2)}/status`, {
      token,
      body: { status: 'approved' },
    })
  await other.transaction().execute(async () => {
    const answer = decide()
    await expect.poll(findBlocked).toBeDefined()
    await sql`select pg_terminate_backend(${await findBlocked()})`.execute(other)
    expect(await answer).toMatchObject({ status: 503, json: { code: 'no-database' } })
    expect((await answer).headers.get('Retry-After')).toBe('1')
  })
  const line = server.logged.find((logged) => logged.includes('did not serve a request')) ?? ''
  expect(JSON.parse(line)).toMatchObject({ kind: 'lost', reason: '57P01' })
  expect(line).not.toContain('stack')
  const told = await server.metrics.render()
  expect(told).toContain('database_errors_total{kind="lost"} 1\n')
  expect(told).toContain('http_unavailable_total 1\n')
  expect((await decide()).status).toBe(200)
})

test('a writer that waits too long for the lock of writers fails with an error that allows a retry, and its connection can be used again', async () => {
  const impatient = openFor({ ...SERVING, lockMs: 20 })
  const before = await findBackend(impatient)
  await other.transaction().execute(async () => {
    expect(await findTrouble(impatient.transaction().execute(async () => null))).toBe('busy')
    expect(await findBackend(impatient)).toBe(before)
  })
  await impatient.transaction().execute(async (trx) => {
    expect(await findBackend(trx)).toBe(before)
  })
})

test('a database connection on which a statement takes too long is closed and not reused', async () => {
  const impatient = openFor({ ...SERVING, answerMs: 100 })
  const before = await findBackend(impatient)
  const slow = impatient.transaction().execute((trx) => sql`select pg_sleep(8)`.execute(trx))
  expect(await findTrouble(slow)).toBe('lost')
  expect(await findBackend(impatient)).not.toBe(before)
})

test.each([
  ['serving', SERVING, { lock: '5s', statement: '8s', idle: '10s' }],
  ['migrations, backups and moves', null, { lock: '0', statement: '0', idle: '0' }],
])('database connections for %s have their own timeouts', async (_, timeouts, expected) => {
  const db = openFor(timeouts)
  const { rows } = await sql`
    select current_setting('lock_timeout') as lock,
      current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`.execute(db)
  expect(rows).toEqual([expected])
})
