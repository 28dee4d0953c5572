import { type Kysely, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { SetupError } from '#server/config/setup-error.ts'
import {
  openPostgres,
  openSharedDatabase,
  SERVING,
} from '#server/database/connection/open-postgres.ts'
import type { Tables } from '#server/database/schema.ts'
import { databaseForEachTest } from '#tests/support/server/server-for-test.ts'

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
