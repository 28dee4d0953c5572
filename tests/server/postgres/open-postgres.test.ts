// @module-tag long
import { type Kysely, sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { SetupError } from '#server/platform/config/setup-error.ts'
import {
  MIGRATION_LOCK,
  openPostgres,
  openSharedDatabase,
  SERVING,
} from '#server/platform/database/connection/open-postgres.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { startPooler } from '#tests/support/server/postgres-pooler.ts'
import { databaseForEachTest } from '#tests/support/server/server-for-test.ts'
import { openTestDatabase } from '#tests/support/server/test-database.ts'

const POLL = { timeout: 20_000 } // the notice comes after 2 s

const database = databaseForEachTest()

const changed = (change: Partial<URL>) => Object.assign(new URL(database.place), change).href

describe('opening an unusable database fails with an error message without its password', () => {
  test.each([
    ['a wrong password', { password: 'not-the-password' }, /: the password is wrong\.$/],
    ['no such database', { pathname: 'nowhere' }, /\/nowhere cannot be used: there is no such/],
    ['no server at the address', { port: '1' }, /127\.0\.0\.1:1.*: nothing listens there\.$/],
  ])('%s', async (_name, change, sentence) => {
    const failure = await openSharedDatabase(changed(change)).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(SetupError)
    expect(String(failure)).toMatch(/ cannot be used: /)
    expect(String(failure)).toMatch(sentence)
    expect(String(failure)).not.toMatch(/not-the-password|of%20a%20cluster|of a cluster/)
  })
})

test('the tables are created only once when several processes start together', async () => {
  const empty = `empty_${Date.now()}`
  await sql`create database ${sql.id(empty)} template template0`.execute(database.db)
  const url = changed({ pathname: empty })
  const opened = await Promise.all([openSharedDatabase(url), openSharedDatabase(url)])
  const [first] = opened
  expect(await first?.db.selectFrom('revisions').selectAll().execute()).toHaveLength(1)
  await Promise.all(opened.map(({ close }) => close()))
  await sql`drop database ${sql.id(empty)}`.execute(database.db)
})

describe('a pooler between the server and PostgreSQL', () => {
  test.each([
    ['refuses the time limits of connections, as PgBouncer does', 'refuse'],
    ['drops them, as PgBouncer does with ignore_startup_parameters', 'drop'],
  ] as const)('%s: the start names it and the way out', async (_, manner) => {
    const { hostname, port } = new URL(database.place)
    const pooler = await startPooler({ host: hostname, port: Number(port) }, manner)
    onTestFinished(pooler.close)
    const failure = await openSharedDatabase(changed({ port: String(pooler.port) })).catch(
      (error: unknown) => error,
    )
    expect(failure).toBeInstanceOf(SetupError)
    expect(String(failure)).toMatch(/pooler such as PgBouncer.*lead to PostgreSQL itself/)
  })
})

test('a start that waits for the migration of another process says whose, and goes on after it', async () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => said.mockRestore())
  const other = openPostgres(database.place, null)
  onTestFinished(() => other.destroy())
  // A migration of another database in the same cluster holds a lock with the same number, which concerns nobody here.
  const elsewhere = await openTestDatabase()
  onTestFinished(() => elsewhere.close())
  const neighbour = openPostgres(elsewhere.place, null)
  onTestFinished(() => neighbour.destroy())
  await sql`select pg_advisory_lock(${sql.lit(MIGRATION_LOCK)})`.execute(neighbour)
  await other.connection().execute(async (turn) => {
    await sql`select pg_advisory_lock(${sql.lit(MIGRATION_LOCK)})`.execute(turn)
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(turn)
    const opening = openSharedDatabase(database.place)
    await expect
      .poll(() => said.mock.calls.join(''), POLL)
      .toContain(`pg_terminate_backend(${rows[0]?.pid})`)
    await sql`select pg_advisory_unlock(${sql.lit(MIGRATION_LOCK)})`.execute(turn)
    await (await opening).close()
  })
  expect(said).toHaveBeenCalledOnce()
})

test('text is sorted by its bytes, and sums are numbers', async () => {
  const { db } = database
  const epochs = ['b', 'B', 'a', '-a', '_'].map((epoch) => ({ epoch, last_value: 2 ** 40 }))
  await db.insertInto('ended_epochs').values(epochs).execute()
  const rows = await db.selectFrom('ended_epochs').select('epoch').orderBy('epoch').execute()
  expect(rows.map(({ epoch }) => epoch)).toEqual(['-a', 'B', '_', 'a', 'b'])
  const sum = await db
    .selectFrom('ended_epochs')
    .select((eb) => eb.fn.sum<number>('last_value').as('value'))
    .executeTakeFirstOrThrow()
  expect(sum.value).toBe(5 * 2 ** 40)
})

test('a second writer waits for the first and reads its changes', async () => {
  const second = openPostgres(database.place, SERVING)
  const watcher = openPostgres(database.place, SERVING)
  const order: string[] = []
  let following: Promise<void> | undefined
  await database.db.transaction().execute(async (trx) => {
    await trx.insertInto('ended_epochs').values({ epoch: 'one', last_value: 1 }).execute()
    following = second.transaction().execute(async (other) => {
      const rows = await other.selectFrom('ended_epochs').selectAll().execute()
      order.push(`second sees ${rows.length}`)
    })
    await expect.poll(async () => order.length + (await countWaiting(watcher))).toBe(1)
    order.push('first')
  })
  await following
  expect(order).toEqual(['first', 'second sees 1'])
  await Promise.all([second.destroy(), watcher.destroy()])
})

/** The number of connections that wait for the lock of writers, which each write transaction holds. */
async function countWaiting(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`select count(*) as waiting from pg_locks
    where locktype = 'advisory' and not granted`.execute(db)
  return rows[0]?.waiting ?? 0
}
