import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { SetupError } from '#server/config/setup-error.ts'
import { backUpInto } from '#server/database/backup/backup-before-migration.ts'
import { openUntrusted } from '#server/database/backup/untrusted-database.ts'
import { openData } from '#server/database/connection/open-data.ts'
import { preparePans } from '#server/loans/pan-sealing-service.ts'
import { restoreBackup } from '#server/operations/restore-service.ts'
import { call } from '#tests/server/api-call.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'
import { openDatabaseForTest, startServerForTest } from '#tests/support/server/server-for-test.ts'
import { openTestDatabase } from '#tests/support/server/test-database.ts'
import { TEST_PAN_KEY } from '#tests/support/server/test-pans.ts'
import { folderForEachTest } from '#tests/support/temporary-folder.ts'
import {
  type Answers,
  type LeftSettings,
  leaveDatabase,
  listMigrations,
  MIGRATION_NAMES,
  RELEASES,
  readAnswers,
} from './earlier-release.ts'

const FIRST = '001-first-tables'
/** The settings with which the server encrypts the plain PANs of an earlier version. */
const PANS = { panKey: Buffer.from(TEST_PAN_KEY, 'hex'), dataDir: '' }
/** Migrations without a test database, because no release ended with them: each was released with a later one. */
const NEVER_LAST = /^0(0[45689]|[12]\d|3[0-7])-/

const folder = folderForEachTest()
const listBackups = () => {
  const names = readdirSync(folder.path).includes('backups')
    ? readdirSync(folder.at('backups'))
    : []
  return names.filter((name) => !name.endsWith('.sha256'))
}

const leave = (release: string) => leaveDatabase(release, folder.path)

/** Starts the current server on the database of an earlier release. Adds no accounts and no demo data. */
async function startOn(settings: LeftSettings): Promise<TestServer> {
  const database = { ...(await openData(settings)), place: settings.databaseUrl ?? folder.path }
  await preparePans(database.db, PANS)
  return startServerForTest({ seed: 'none', database })
}

async function askAgain(server: TestServer, { token, change, member }: Answers) {
  const read = async (path: string, by = token) =>
    (await call(server, 'GET', `/api${path}`, { token: by })).json
  const again = await call(server, 'PATCH', `/api${change.path}`, {
    token,
    body: change.body,
    headers: { 'Idempotency-Key': change.key, 'If-Match': '"1"' },
  })
  return {
    properties: (await read('/admin/properties'))['data'],
    users: (await read('/admin/users'))['data'],
    loans: (await read('/admin/loan'))['data'],
    history: (await read(change.path.replace('/status', '/history')))['data'],
    change: { answer: again.json },
    isReplay: again.headers.get('Idempotency-Replayed'),
    ...(member && { member: { events: await read('/events/user', member.token) } }),
  }
}

/** Meera never verified her address. Since migration 008, the list of members does not contain such registrations. */
const REGISTERED = { email: 'meera.iyer@example.in' }

function expected({ token: _token, change, member, users, ...lists }: Answers) {
  return {
    ...lists,
    users: users.filter((user) => !('email' in user) || user.email !== REGISTERED.email),
    change: { answer: change.answer },
    isReplay: 'true',
    ...(member && { member: { events: member.events } }),
  }
}

test('each release but the newest has a test database among the fixtures', () => {
  const releases = MIGRATION_NAMES.slice(0, -1).filter((name) => !NEVER_LAST.test(name))
  expect(RELEASES).toEqual(expect.arrayContaining(releases))
})

describe.each(RELEASES)('a database whose last migration was %s', (release) => {
  test('keeps its lists, sessions, idempotency records and audit log under the current server', async () => {
    const server = await startOn(await leave(release))
    const answers = readAnswers(release)
    expect(await askAgain(server, answers)).toMatchObject(expected(answers))
    // The current server can also change a listing.
    const [row] = (await call(server, 'GET', '/api/admin/properties', { token: answers.token }))
      .json['data'] as unknown as { _id: string }[] // safe: the contract defines these rows
    const { token } = answers
    const path = `/api/admin/properties/${row?._id}/status`
    const changed = await call(server, 'PATCH', path, { token, body: { status: 'rejected' } })
    expect(changed).toMatchObject({ status: 200, json: { data: { status: 'rejected' } } })
  })

  test('is backed up when it is opened and needs a migration, and not otherwise', async () => {
    const left = await leave(release)
    const before = await listMigrations(left)
    await (await openData(left)).close()
    const next = (await listMigrations(left))[before.length]?.slice(0, 3)
    const names = listBackups()
    expect(names.map((name) => name.slice(0, 'before-000'.length))).toEqual(
      next ? [`before-${next}`] : [],
    )
    // Opening the migrated database again makes no further backup.
    await (await openData(left)).close()
    expect(listBackups()).toEqual(names)
  })
})

describe('the backup before a migration', () => {
  test('has the data of the earlier version, is readable only by its owner, and can be restored', async () => {
    const left = await leave(FIRST)
    await (await openData(left)).close()
    const file = folder.at('backups', listBackups()[0] ?? '')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const kept = await openUntrusted(file)
    await kept.close()
    expect(kept.migrations).toEqual([FIRST])

    const other = await openTestDatabase()
    await restoreBackup(file, { ...PANS, db: other.db, dataDir: folder.path })
    // Undoes the revocation of all sessions by the restore, because the calls below use their tokens.
    await other.db.updateTable('sessions').set({ revoked_at: null }).execute()
    const server = await startServerForTest({ seed: 'none', database: other })
    const answers = readAnswers(FIRST)
    expect(await askAgain(server, answers)).toMatchObject(expected(answers))
  })

  test('stops the start of the server if it cannot be written, and nothing is changed', async () => {
    const left = await leave(FIRST)
    writeFileSync(folder.at('backups'), 'a file where the folder should be')
    const failure = await openData(left).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(SetupError)
    expect(String(failure)).toMatch(
      /The database is of an earlier version, and its backup could not be written to .*before-002-.*\.backup \(.*\)\. Nothing was changed\.$/,
    )
    expect(await listMigrations(left)).toEqual([FIRST])
    // The start succeeds once the backup folder can be created.
    rmSync(folder.at('backups'))
    const server = await startOn(left)
    const answers = readAnswers(FIRST)
    expect(await askAgain(server, answers)).toMatchObject(expected(answers))
  })

  test('deletes all backups but the newest three, and incomplete ones, but no other files', async () => {
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
})
