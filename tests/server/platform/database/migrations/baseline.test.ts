import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { SetupError } from '#server/platform/config/setup-error.ts'
import { openDatabase } from '#server/platform/database/connection/open-database.ts'
import { isMigrated, migrate } from '#server/platform/database/migrate.ts'
import { up } from '#server/platform/database/migrations/038-baseline.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { runProgram } from '#tests/server/server-process.ts'
import { watchStatements } from '#tests/server/statement-list.ts'
import { isOnPostgres } from '#tests/support/server/test-database.ts'
import { folderForEachTest } from '#tests/support/temporary-folder.ts'
import { leaveNothing, onDatabase, readDatabase } from './earlier-database.ts'

/** A statement in the middle of the baseline, and one of its last. */
const STATEMENTS = ['create table listings', 'insert into "rejection_reasons"']
/** Of what the earlier migrations created together on SQLite. A database that has it never runs the baseline. */
const DESCRIPTION = '97b1dc13c3822322c0c39fa073f5a692ba60c962459d0c33276494e9f7ccecd6'

const folder = folderForEachTest()

test.skipIf(isOnPostgres())(
  'the baseline stays as it is: databases exist that were made by it',
  async () => {
    const db = openDatabase(':memory:')
    await up(db)
    const { rows } = await sql<{ text: string }>`select sql as text from sqlite_schema
    where sql is not null order by type, name`.execute(db)
    await db.destroy()
    const texts = rows.map(({ text }) => text.replace(/\s+/g, ' '))
    expect(createHash('sha256').update(texts.join('\n')).digest('hex')).toBe(DESCRIPTION)
  },
)

test.skipIf(!isOnPostgres())(
  'both databases get the same tables, columns in the same order, and indexes',
  async () => {
    const describeTables = async (db: Kysely<Tables>) =>
      (await db.introspection.getTables())
        .filter(({ name }) => !name.includes('_grams'))
        .flatMap(({ name, columns }) => columns.map((one, place) => `${name} ${place} ${one.name}`))
        .sort()
    const file = openDatabase(':memory:')
    await migrate(file)
    const indexes = await sql<{ name: string }>`select name from sqlite_schema
      where type = 'index' and sql is not null order by name`.execute(file)
    await onDatabase(await leaveNothing(folder.path), async (db) => {
      await migrate(db)
      expect(await describeTables(db)).toEqual(await describeTables(file))
      // Search has tables of its own on SQLite, in the place of these indexes.
      const shared = await sql<{ name: string }>`select indexrelid::regclass::text as name
        from pg_index join pg_class on pg_class.oid = indrelid
        left join pg_constraint on conindid = indexrelid and contype in ('p', 'u')
        where relnamespace = 'public'::regnamespace and conname is null
          and indexrelid::regclass::text not like '%_trigrams' order by 1`.execute(db)
      expect(shared.rows.map(({ name }) => name).sort()).toEqual(
        indexes.rows.map(({ name }) => name).sort(),
      )
    })
    await file.destroy()
  },
)

describe('an interrupted migration leaves the database as it was, and can be repeated', () => {
  async function interrupt(
    run: (left: Awaited<ReturnType<typeof leaveNothing>>) => Promise<unknown>,
  ) {
    const left = await leaveNothing(folder.path)
    await run(left)
    const { migrations, data } = await readDatabase(left)
    expect([migrations, data]).toEqual([[], {}])
    await onDatabase(left, (db) => migrate(db))
    expect(await onDatabase(left, isMigrated)).toBe(true)
  }

  test.each(STATEMENTS)('after an error before the statement: %s', async (statement) => {
    const fullDisk = watchStatements((text) => {
      if (text.startsWith(statement)) throw new Error('the disk is full')
    })
    await interrupt((left) =>
      onDatabase(left, (db) => expect(migrate(db.withPlugin(fullDisk))).rejects.toThrow('full')),
    )
  })

  test.skipIf(isOnPostgres()).each(STATEMENTS)(
    'after its process was killed before the statement: %s',
    async (statement) => {
      const file = '../tests/server/platform/database/migrations/killed-migration.ts'
      await interrupt(() =>
        expect(
          runProgram(file, {}, [folder.at('marketplace.db'), statement]).ended,
        ).resolves.toMatchObject({ code: null, stderr: '' }),
      )
    },
  )
})

test.skipIf(isOnPostgres())(
  'a migration fails and changes nothing if rows refer to rows that do not exist',
  async () => {
    const left = await leaveNothing(folder.path)
    await onDatabase(left, async (db) => {
      await sql`pragma foreign_keys = off`.execute(db)
      await sql`create table strays (user_id text references users (id))`.execute(db)
      await sql`insert into strays values ('nobody')`.execute(db)
      await expect(migrate(db)).rejects.toThrow(
        new SetupError(
          'The database refers from strays to rows of users that do not exist. Nothing was changed.',
        ),
      )
    })
    const { data } = await readDatabase(left)
    expect(data).toEqual({ strays: [{ user_id: 'nobody' }] })
  },
)
