import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openPostgres, SERVING } from '#server/platform/database/connection/open-postgres.ts'
import { listenOnPostgres } from '#server/platform/database/connection/postgres-notices.ts'
import { bumpRevision } from '#server/platform/database/revision.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/server/test-database.ts'

const BUSY = { timeout: 20_000 } // a busy machine takes longer than the default second

let database: TestDatabase
beforeEach(async () => {
  database = await openTestDatabase()
  onTestFinished(database.close)
})

/** Listens like another process, and resolves once that is heard. */
async function listen(place = database.place) {
  const onNotice = vi.fn()
  onTestFinished(listenOnPostgres(place, onNotice))
  await vi.waitFor(() => expect(onNotice).toHaveBeenCalled(), BUSY)
  onNotice.mockClear()
  return onNotice
}

test('another process hears of a change once it is committed, and not of one that is rolled back', async () => {
  const onNotice = await listen()
  let commit = () => {}
  const held = new Promise<void>((resolve) => {
    commit = resolve
  })
  const changed = database.db.transaction().execute(async (trx) => {
    await bumpRevision(trx)
    await held
  })
  const other = openPostgres(database.place, SERVING)
  onTestFinished(() => other.destroy())
  // The listener's connection is served in order, so a notice of the open transaction would have come before this one.
  await sql`select pg_notify('list_changes', '')`.execute(other)
  await vi.waitFor(() => expect(onNotice).toHaveBeenCalledOnce(), BUSY)
  commit()
  await changed
  await vi.waitFor(() => expect(onNotice).toHaveBeenCalledTimes(2), BUSY)
  const refused = database.db.transaction().execute(async (trx) => {
    await bumpRevision(trx)
    throw new Error('rolled back')
  })
  await expect(refused).rejects.toThrow('rolled back')
  await sql`select pg_notify('list_changes', '')`.execute(other)
  await vi.waitFor(() => expect(onNotice).toHaveBeenCalledTimes(3), BUSY)
})

test('the notices of another database are not heard', async () => {
  const elsewhere = await openTestDatabase()
  onTestFinished(elsewhere.close)
  const onNotice = await listen(elsewhere.place)
  await database.db.transaction().execute(bumpRevision)
  await elsewhere.db.transaction().execute(bumpRevision)
  await vi.waitFor(() => expect(onNotice).toHaveBeenCalled(), BUSY)
  expect(onNotice).toHaveBeenCalledOnce()
})

test('a listener whose connection was ended listens again, and says that it may have missed something', async () => {
  const onNotice = await listen()
  const { rows } = await sql<{ isEnded: boolean }>`
    select pg_terminate_backend(pid) as "isEnded" from pg_stat_activity
    where datname = current_database() and query like 'listen %'`.execute(database.db)
  expect(rows).toEqual([{ isEnded: true }])
  await vi.waitFor(() => expect(onNotice).toHaveBeenCalledOnce(), { timeout: 20_000 })
  await database.db.transaction().execute(bumpRevision)
  await vi.waitFor(() => expect(onNotice).toHaveBeenCalledTimes(2), BUSY)
})
