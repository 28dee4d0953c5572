import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { restoreBackup } from '#server/operations/restore-service.ts'
import { SetupError } from '#server/platform/config/setup-error.ts'
import { backUpInto } from '#server/platform/database/backup/backup-before-migration.ts'
import { openUntrusted } from '#server/platform/database/backup/untrusted-database.ts'
import { isMigrated } from '#server/platform/database/migrate.ts'
import {
  BASELINE,
  EARLIER,
} from '#server/platform/database/migrations/baseline/earlier-migrations.ts'
import { openData } from '#server/platform/database/open-data.ts'
import { findRollupGaps } from '#server/platform/database/rollup-check.ts'
import { openDatabaseForTest } from '#tests/support/server/server-for-test.ts'
import { openTestDatabase } from '#tests/support/server/test-database.ts'
import { TEST_PAN_KEY } from '#tests/support/server/test-pans.ts'
import { folderForEachTest } from '#tests/support/temporary-folder.ts'
import {
  type LeftSettings,
  leaveDatabase,
  leaveNothing,
  onDatabase,
  readDatabase,
} from './earlier-database.ts'

const OLDER =
  /its tables are those of 037-reasons-with-decisions, .* take over those of 038-job-queue\. Nothing was changed\. Commit [0-9a-f]{8} can bring it there/
/** Tables that no migration changes; of others, a later migration may change columns. */
const UNCHANGED = ['users', 'staff', 'known_devices', 'events', 'transactions', 'receipts']

const folder = folderForEachTest()

const open = async (left: LeftSettings) => (await openData(left)).close()
const listBackups = () =>
  readdirSync(folder.at('backups')).filter((name) => !name.endsWith('.sha256'))

function pick(data: Record<string, unknown[]>) {
  return UNCHANGED.map((table) => data[table])
}

test('a new database gets the tables of the baseline and of all migrations after it, without a backup', async () => {
  const left = await leaveNothing(folder.path)
  await open(left)
  const { migrations, data } = await readDatabase(left)
  expect(migrations[0]).toBe(BASELINE)
  expect(data['rejection_reasons']).toHaveLength(10)
  expect(await onDatabase(left, isMigrated)).toBe(true)
  expect(readdirSync(folder.path)).not.toContain('backups')
})

test('a database with all migrations of before the baseline is backed up once, keeps its rows and is marked', async () => {
  const left = await leaveDatabase(folder.path)
  const before = await readDatabase(left)
  expect(await onDatabase(left, isMigrated)).toBe(false)
  await open(left)
  const after = await readDatabase(left)
  expect(after.migrations[0]).toBe(BASELINE)
  expect(after.migrations).not.toContain(EARLIER[0])
  for (const rows of pick(before.data)) expect(rows?.length).toBeGreaterThan(0)
  expect(pick(after.data)).toMatchObject(pick(before.data))
  expect(await onDatabase(left, isMigrated)).toBe(true)
  expect(await onDatabase(left, findRollupGaps)).toEqual([])
  await open(left)
  expect(listBackups()).toHaveLength(1)
})

test('the backup from before the marking is for the version that wrote the data, and for this one', async () => {
  const left = await leaveDatabase(folder.path)
  const before = await readDatabase(left)
  await open(left)
  const file = folder.at('backups', listBackups()[0] ?? '')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const kept = await openUntrusted(file)
  await kept.close()
  expect(kept.migrations).toEqual(EARLIER)

  const target = await openTestDatabase()
  const panKey = Buffer.from(TEST_PAN_KEY, 'hex')
  await restoreBackup(file, { db: target.db, dataDir: folder.path, panKey })
  const users = await target.db.selectFrom('users').selectAll().orderBy('id').execute()
  expect(users).toMatchObject(before.data['users'] ?? [])
  await target.close()
})

test('without room for that backup, the server does not start, and nothing is marked', async () => {
  const left = await leaveDatabase(folder.path)
  const before = await readDatabase(left)
  writeFileSync(folder.at('backups'), 'a file where the folder should be')
  const failure = await openData(left).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(SetupError)
  expect(String(failure)).toMatch(
    /The database is of an earlier version, and its backup could not be written to .*before-\d{3}-.*\.backup \(.*\)\. Nothing was changed\.$/,
  )
  expect(await readDatabase(left)).toEqual(before)
  rmSync(folder.at('backups'))
  await open(left)
  expect((await readDatabase(left)).migrations[0]).toBe(BASELINE)
})

test('the backup before a migration deletes all backups but the newest three, and incomplete ones, but no other files', async () => {
  const { db } = await openDatabaseForTest()
  mkdirSync(folder.at('backups'))
  const older = ['004-2025-01-02T', '003-2025-01-03T', '002-2025-01-01T'].map(
    (name) => `before-${name}00-00-00.000Z.backup`,
  )
  const own = ['mine.backup', 'before-the-fair.txt']
  for (const name of [...older, ...own, `${older[0]}.part`])
    writeFileSync(folder.at('backups', name), '')
  await backUpInto(folder.at('backups'))(db, '005-next')
  const names = listBackups().sort()
  expect(names.filter((name) => !own.includes(name))).toEqual([
    older[1],
    older[0],
    expect.stringMatching(/^before-005-.*\.backup$/),
  ])
  expect(names).toEqual(expect.arrayContaining(own))
})

test.each([
  ['an older database', EARLIER.slice(0, -1), OLDER],
  ['the oldest database', EARLIER.slice(0, 1), /those of 001-first-tables, .*Commit [0-9a-f]{8}/],
  ['a newer database', [BASELINE, '999-later'], /newer version of this server/],
  ['all earlier migrations and an unknown one', [...EARLIER, '039-other'], /newer version/],
  ['an unknown one among the earlier', EARLIER.with(4, '005-other'), /newer version/],
  ['the earlier migrations without the first', EARLIER.slice(1), /newer version/],
])('%s is refused, and nothing in it is touched', async (_, applied, sentence) => {
  const left = await leaveDatabase(folder.path, applied)
  const before = await readDatabase(left)
  const failure = await openData(left).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(SetupError)
  expect(String(failure)).toMatch(sentence)
  expect(await readDatabase(left)).toEqual(before)
  expect(readdirSync(folder.path)).not.toContain('backups')
})
