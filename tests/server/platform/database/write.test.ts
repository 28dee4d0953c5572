import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { forReading, makeWrite } from '#server/platform/database/write.ts'
import { databaseForEachTest } from '#tests/support/server/server-for-test.ts'

const database = databaseForEachTest()
const ROLE = { role: 'viewer', is_required: 1 } as const

const WRITES: readonly [string, (db: typeof database.db) => Promise<unknown>][] = [
  ['an insert', (db) => db.insertInto('factor_rules').values(ROLE).execute()],
  ['an update', (db) => db.updateTable('factor_rules').set(ROLE).execute()],
  ['a delete', (db) => db.deleteFrom('factor_rules').execute()],
  ['a delete as text', (db) => sql` delete from factor_rules`.execute(db)],
  [
    'an insert of a transaction',
    (db) => makeWrite(db)((trx) => trx.insertInto('factor_rules').values(ROLE).execute()),
  ],
]

test.each(WRITES)('a database for reading refuses %s, and reads', async (_, write) => {
  const reading = forReading(database.db)
  await expect(async () => write(reading)).rejects.toThrow('for reading')
  expect(await reading.selectFrom('factor_rules').selectAll().execute()).toEqual([])
  await write(database.db)
})

test('a transaction that fails writes nothing', async () => {
  const write = makeWrite(database.db)
  const failing = write(async (trx) => {
    await trx.insertInto('factor_rules').values(ROLE).execute()
    throw new Error('refused')
  })
  await expect(failing).rejects.toThrow('refused')
  expect(await database.db.selectFrom('factor_rules').selectAll().execute()).toEqual([])
})
