import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { SetupError } from '#server/platform/config/setup-error.ts'
import {
  type OpenDatabase,
  openDatabase,
  openDataFolder,
  openExistingData,
} from '#server/platform/database/connection/open-database.ts'
import { folderForEachTest } from '#tests/support/temporary-folder.ts'

const folder = folderForEachTest()

/** Opens the data folder as a server does, runs `work` and closes it. */
async function onData<Result>(work: (db: OpenDatabase['db']) => Promise<Result>): Promise<Result> {
  const { db, close } = await openDataFolder(folder.path)
  return work(db).finally(close)
}

/** Reads a setting of an open database, and closes the database. */
async function readPragma({ db, close }: Pick<OpenDatabase, 'db' | 'close'>, name: string) {
  const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(db)
  await close()
  return Object.values(rows[0] ?? {})[0]
}

test.each([
  ['journal_mode', 'wal'],
  ['synchronous', 2],
  ['foreign_keys', 1],
])(
  'the database uses a write-ahead log, full sync and foreign keys: %s is %s',
  async (name, value) => {
    expect(await readPragma(await openDataFolder(folder.path), name)).toBe(value)
  },
)

test('a command waits a minute for the write of another process, and a server two seconds', async () => {
  const [server, command] = [
    await readPragma(await openDataFolder(folder.path), 'busy_timeout'),
    await readPragma(openExistingData(folder.path), 'busy_timeout'),
  ]
  expect([server, command]).toEqual([2_000, 60_000])
})

test('deleted text is gone from the files of the database after the server ends', async () => {
  const text = 'a name that somebody wants erased'
  const isInFiles = () =>
    readdirSync(folder.path).some((name) => readFileSync(folder.at(name)).includes(text))
  await onData((db) =>
    db.insertInto('schedules').values({ name: 'backup', lease_holder: text }).execute(),
  )
  expect(isInFiles()).toBe(true)
  await onData((db) => db.deleteFrom('schedules').execute())
  expect(isInFiles()).toBe(false)
})

test('a query that is repeated has the columns of now, and goes on after it was refused', async () => {
  await onData(async (db) => {
    const read = () => sql`select * from shelf`.execute(db).then(({ rows }) => rows)
    const add = (place: number) => sql`insert into shelf values (${place})`.execute(db)
    await sql`create table shelf (place integer primary key)`.execute(db)
    await add(1)
    expect(await read()).toEqual([{ place: 1 }])
    await sql`alter table shelf rename column place to number`.execute(db)
    expect(await read()).toEqual([{ number: 1 }])
    await expect(add(1)).rejects.toThrow(/UNIQUE/)
    await add(2)
    expect(await read()).toEqual([{ number: 1 }, { number: 2 }])
  })
})

describe('the data folder', () => {
  test('belongs to one server at a time and is free again after that server ends', async () => {
    await onData(() =>
      expect(openDataFolder(folder.path)).rejects.toThrow('Another server already runs'),
    )
    await (await openDataFolder(folder.path)).close()
  })

  test('keeps the number of the last revision and its epoch when it is closed and opened again', async () => {
    const read = () => onData((db) => db.selectFrom('revisions').selectAll().execute())
    expect(await read()).toEqual(await read())
  })

  test.each([
    ['is a file', 'file', 'ENOTDIR'],
    ['is below a file', 'file/data', 'ENOTDIR'],
    ['is a broken link', 'broken-link', 'EEXIST'],
  ])('that %s causes an error with its path and the error code', async (_, name, code) => {
    writeFileSync(folder.at('file'), '')
    symlinkSync(folder.at('nothing'), folder.at('broken-link'))
    await expect(openDataFolder(folder.at(name))).rejects.toThrow(
      new SetupError(`The data folder ${folder.at(name)} cannot be written (${code}).`),
    )
  })

  test('with a damaged database is reported as damaged', async () => {
    writeFileSync(folder.at('marketplace.db'), 'not a database'.repeat(500))
    await expect(openDataFolder(folder.path)).rejects.toThrow('is damaged')
  })

  test('of a newer version of the server is refused', async () => {
    const newer = sql`insert into kysely_migration values ('999-from-the-future', '2030-01-01')`
    await onData((db) => newer.execute(db))
    await expect(openDataFolder(folder.path)).rejects.toThrow(
      /newer version of this server: its tables are those of \S+, and this version knows them up to \d{3}-[a-z-]+\. Start the newer version, or restore the backup/,
    )
  })
})

test('a boolean is stored as 0 or 1, and text with a NUL is refused, not truncated', async () => {
  const db = openDatabase(':memory:')
  const { rows } = await sql`select ${true} as yes, ${false} as no`.execute(db)
  expect(rows).toEqual([{ yes: 1, no: 0 }])
  await expect(sql`select ${'a\0b'} as text`.execute(db)).rejects.toThrow('NUL')
  await db.destroy()
})

test('a registration has at most one code that is not superseded, and a code needs a registration', async () => {
  const ends = { created_at: 'x', expires_at: 'x' }
  const code = { registration_id: 'r', mac: 'm', wrong_tries: 0, mail_failed: 0, ...ends }
  await onData(async (db) => {
    const registration = { id: 'r', email: 'e', password_hash: 'h', ...ends }
    await db.insertInto('registrations').values(registration).execute()
    const insert = (row: { id: string; superseded_at?: string; registration_id?: string }) =>
      db
        .insertInto('codes')
        .values({ ...code, ...row })
        .execute()
    await insert({ id: '1', superseded_at: 'x' })
    await insert({ id: '2', superseded_at: 'x' })
    await insert({ id: '3' })
    await expect(insert({ id: '4' })).rejects.toThrow('UNIQUE')
    await expect(insert({ id: '5', registration_id: 'nobody' })).rejects.toThrow('FOREIGN KEY')
  })
})
