import { copyFileSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { moveDatabase, restoreBackup } from '#server/operations/restore-service.ts'
import { backUp } from '#server/platform/database/backup/backup.ts'
import { openDatabase } from '#server/platform/database/connection/open-database.ts'
import { EARLIER } from '#server/platform/database/migrations/baseline/earlier-migrations.ts'
import { databaseForEachTest } from '#tests/support/server/server-for-test.ts'
import { TEST_PAN_KEY } from '#tests/support/server/test-pans.ts'
import { folderForEachTest } from '#tests/support/temporary-folder.ts'
import { leaveDatabase, onDatabase } from './earlier-database.ts'

// Files that bring a database of before the baseline: a backup that is restored, a data folder that moves.

const folder = folderForEachTest()
const target = databaseForEachTest()

let file: string
beforeEach(async () => {
  file = folder.at('of-before.backup')
  await onDatabase(await leaveDatabase(folder.path), (db) => backUp(db, file))
})

const ways = [
  ['a restore of a backup', restoreBackup],
  ['a move to another database', moveDatabase],
] as const

describe.each(ways)('%s', (_, bring) => {
  const run = () =>
    bring(file, {
      db: target.db,
      dataDir: folder.path,
      panKey: Buffer.from(TEST_PAN_KEY, 'hex'),
    })
  const countUsers = async () => (await target.db.selectFrom('users').selectAll().execute()).length

  test('takes over a database with all migrations of before the baseline', async () => {
    await run()
    const emails = await target.db.selectFrom('users').select('email').orderBy('id').execute()
    expect(emails.map(({ email }) => email)).toEqual(['asha@example.in', 'vikram@example.in'])
    expect(await target.db.selectFrom('audit_log').select('to_value').execute()).toEqual([
      { to_value: 'approved' },
    ])
  })

  test('refuses an older one, names the commit that can bring it there, and changes neither', async () => {
    const older = folder.at('older.backup')
    copyFileSync(file, older)
    file = older
    const db = openDatabase(file)
    await sql`delete from kysely_migration where name = ${EARLIER.at(-1)}`.execute(db)
    await sql`pragma journal_mode = delete`.execute(db)
    await db.destroy()
    const before = readFileSync(file)
    await expect(run()).rejects.toThrow(
      /those of 037-reasons-with-decisions, .* Nothing was changed\. Commit [0-9a-f]{8} can bring it there/,
    )
    expect(await countUsers()).toBe(0)
    expect(readFileSync(file).equals(before)).toBe(true)
  })
})
