import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { SetupError } from '#server/config/setup-error.ts'
import {
  openDatabase,
  openDataFolder,
  openExistingData,
} from '#server/database/connection/open-database.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'data-folder-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('the database uses a write-ahead log, full sync and foreign keys', async () => {
  const { db, close } = await openDataFolder(folder)
  for (const [name, value] of [
    ['journal_mode', 'wal'],
    ['synchronous', 2],
    ['foreign_keys', 1],
  ]) {
    const { rows } = await sql`pragma ${sql.raw(String(name))}`.execute(db)
    expect(rows).toEqual([{ [String(name)]: value }])
  }
  await close()
})

test('a command waits a minute for the write of another process, and a server two seconds', async () => {
  const findWait = async ({ db, close }: Awaited<ReturnType<typeof openDataFolder>>) => {
    const { rows } = await sql<{ timeout: number }>`pragma busy_timeout`.execute(db)
    await close()
    return rows[0]?.timeout
  }
  expect(await findWait(await openDataFolder(folder))).toBe(2_000)
  expect(await findWait(openExistingData(folder))).toBe(60_000)
})

test('deleted text is gone from the files of the database after the server ends', async () => {
  const text = 'a name that somebody wants erased'
  const write = async (change: 'insert' | 'delete') => {
    const { db, close } = await openDataFolder(folder)
    if (change === 'insert')
      await db.insertInto('jobs').values({ name: 'backup', lease_holder: text }).execute()
    else await db.deleteFrom('jobs').execute()
    await close()
    return readdirSync(folder).some((name) => readFileSync(join(folder, name)).includes(text))
  }
  expect(await write('insert')).toBe(true)
  expect(await write('delete')).toBe(false)
})

describe('the data folder', () => {
  test('belongs to one server at a time and is free again after that server ends', async () => {
    const first = await openDataFolder(folder)
    await expect(openDataFolder(folder)).rejects.toThrow('Another server already runs')
    await first.close()
    const second = await openDataFolder(folder)
    await second.close()
  })

  test('keeps the number of the last revision and its epoch when it is closed and opened again', async () => {
    const first = await openDataFolder(folder)
    const before = await first.db.selectFrom('revisions').selectAll().execute()
    await first.close()
    const second = await openDataFolder(folder)
    expect(await second.db.selectFrom('revisions').selectAll().execute()).toEqual(before)
    await second.close()
  })

  test.each([
    ['is a file', 'file', 'ENOTDIR'],
    ['is below a file', 'file/data', 'ENOTDIR'],
    ['is a broken link', 'broken-link', 'EEXIST'],
  ])('that %s causes an error with its path and the error code', async (_, name, code) => {
    writeFileSync(join(folder, 'file'), '')
    symlinkSync(join(folder, 'nothing'), join(folder, 'broken-link'))
    const dataDir = join(folder, name)
    await expect(openDataFolder(dataDir)).rejects.toThrow(
      new SetupError(`The data folder ${dataDir} cannot be written (${code}).`),
    )
  })

  test('with a damaged database is reported as damaged', async () => {
    writeFileSync(join(folder, 'marketplace.db'), 'not a database'.repeat(500))
    await expect(openDataFolder(folder)).rejects.toThrow('is damaged')
  })

  test('of a newer version of the server is refused', async () => {
    const first = await openDataFolder(folder)
    const newer = sql`insert into kysely_migration values ('999-from-the-future', '2030-01-01')`
    await newer.execute(first.db)
    await first.close()
    await expect(openDataFolder(folder)).rejects.toThrow('newer version')
  })
})

describe('values that libsql cannot store', () => {
  test('a boolean is stored as 0 or 1 and does not end the process', async () => {
    const db = openDatabase(':memory:')
    const { rows } = await sql`select ${true} as yes, ${false} as no`.execute(db)
    expect(rows).toEqual([{ yes: 1, no: 0 }])
    await db.destroy()
  })

  test('text with a NUL is refused, not truncated', async () => {
    const db = openDatabase(':memory:')
    await expect(sql`select ${'a\0b'} as text`.execute(db)).rejects.toThrow('NUL')
    await db.destroy()
  })
})

test('a registration has at most one code that is not superseded, and a code needs a registration', async () => {
  const { db, close } = await openDataFolder(folder)
  const ends = { created_at: 'x', expires_at: 'x' }
  const registration = { id: 'r', email: 'e', password_hash: 'h', ...ends }
  await db.insertInto('registrations').values(registration).execute()
  const row = { registration_id: 'r', mac: 'm', wrong_tries: 0, mail_failed: 0, ...ends }
  const insert = (id: string, supersededAt: string | null) =>
    db
      .insertInto('codes')
      .values({ ...row, id, superseded_at: supersededAt })
      .execute()
  await insert('1', 'x')
  await insert('2', 'x')
  await insert('3', null)
  await expect(insert('4', null)).rejects.toThrow('UNIQUE')
  const stray = { ...row, id: '5', superseded_at: null, registration_id: 'nobody' }
  await expect(db.insertInto('codes').values(stray).execute()).rejects.toThrow('FOREIGN KEY')
  await close()
})
