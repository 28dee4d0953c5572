import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { SetupError } from '#server/config/setup-error.ts'
import { backUpInto } from '#server/database/backup/backup-before-migration.ts'
import { openData } from '#server/database/connection/open-data.ts'
import { openDatabase } from '#server/database/connection/open-database.ts'
import { preparePans } from '#server/loans/pan-sealing-service.ts'
import { restoreBackup } from '#server/operations/restore-service.ts'
import { call } from '#tests/server/api-call.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server-fixture.ts'
import { openTestDatabase } from '#tests/support/server/test-database.ts'
import { TEST_PAN_KEY } from '#tests/support/server/test-pans.ts'
import {
  type Answers,
  type LeftDatabase,
  leaveDatabase,
  listMigrations,
  RELEASES,
  readAnswers,
} from './earlier-release.ts'

let folder: string
let closing: (() => Promise<unknown>)[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'release-'))
  closing = []
})
afterEach(async () => {
  for (const close of closing.reverse()) await close()
  rmSync(folder, { recursive: true, force: true })
})

const FIRST = '001-first-tables'
/** The settings with which the server encrypts the plain PANs of an earlier version. */
const PANS = { panKey: Buffer.from(TEST_PAN_KEY, 'hex'), dataDir: '' }
const MIGRATIONS = join(import.meta.dirname, '../../../server/database/migrations')
/** Migrations without a test database, because no release ended with them: each was released with a later one. */
const NEVER_LAST = [
  '004-audit-chain',
  '005-encrypted-pan',
  '006-search',
  '008-provisional-registrations',
  '009-known-devices',
  '010-webp-portraits',
  '011-configured-passwords',
  '012-jobs',
  '013-replaced-sessions',
  '014-staff',
  '015-links',
  '016-session-details',
  '017-second-factors',
  '018-activity',
  '019-account-per-role',
  '020-passkeys',
  '021-erasure',
  '022-reasons',
  '023-postings',
  '024-messages',
  '025-imports',
  '026-media',
  '027-webhooks',
  '028-duplicate-keys',
  '029-media-removals',
  '030-listing-views',
]
const backupsIn = () => join(folder, 'backups')

async function leave(release: string): Promise<LeftDatabase> {
  const left = await leaveDatabase(release, folder)
  closing.push(left.remove)
  return left
}

/** Starts the current server on the database of an earlier release. Adds no accounts and no demo data. */
async function startOn({ settings }: LeftDatabase): Promise<TestServer> {
  const database = { ...(await openData(settings)), place: settings.databaseUrl ?? folder }
  await preparePans(database.db, PANS)
  const server = await startTestServer({ seed: 'none', database })
  closing.push(server.close)
  return server
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
  const migrations = readdirSync(MIGRATIONS).map((name) => name.replace(/\.ts$/, ''))
  const releases = migrations
    .sort()
    .slice(0, -1)
    .filter((name) => !NEVER_LAST.includes(name))
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
    const before = await listMigrations(left.settings)
    const { close } = await openData(left.settings)
    await close()
    const after = await listMigrations(left.settings)
    const next = after[before.length]?.slice(0, 3)
    const names = readdirSync(folder).includes('backups') ? readdirSync(backupsIn()) : []
    expect(names.map((name) => name.slice(0, 'before-000'.length))).toEqual(
      next ? [`before-${next}`] : [],
    )
    // Opening the migrated database again makes no further backup.
    await (await openData(left.settings)).close()
    expect(readdirSync(folder).includes('backups') ? readdirSync(backupsIn()) : []).toEqual(names)
  })
})

describe('the backup before a migration', () => {
  test('has the data of the earlier version, is readable only by its owner, and can be restored', async () => {
    const left = await leave(FIRST)
    await (await openData(left.settings)).close()
    const [name = ''] = readdirSync(backupsIn())
    const file = join(backupsIn(), name)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const kept = openDatabase(file)
    const { rows } = await sql`select name from kysely_migration`.execute(kept)
    await kept.destroy()
    expect(rows).toEqual([{ name: FIRST }])

    const other = await openTestDatabase()
    await restoreBackup(file, { ...PANS, db: other.db, dataDir: folder })
    // Undoes the revocation of all sessions by the restore, because the calls below use their tokens.
    await other.db.updateTable('sessions').set({ revoked_at: null }).execute()
    const server = await startTestServer({ seed: 'none', database: other })
    closing.push(server.close)
    const answers = readAnswers(FIRST)
    expect(await askAgain(server, answers)).toMatchObject(expected(answers))
  })

  test('stops the start of the server if it cannot be written, and nothing is changed', async () => {
    const left = await leave(FIRST)
    writeFileSync(backupsIn(), 'a file where the folder should be')
    const failure = await openData(left.settings).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(SetupError)
    expect(String(failure)).toMatch(
      /The database is of an earlier version, and its backup could not be written to .*before-002-.*\.backup \(.*\)\. Nothing was changed\.$/,
    )
    expect(await listMigrations(left.settings)).toEqual([FIRST])
    // The start succeeds once the backup folder can be created.
    rmSync(backupsIn())
    const server = await startOn(left)
    const answers = readAnswers(FIRST)
    expect(await askAgain(server, answers)).toMatchObject(expected(answers))
  })

  test('deletes all backups but the newest three, and incomplete ones, but no other files', async () => {
    const { db, close } = await openTestDatabase()
    closing.push(close)
    mkdirSync(backupsIn())
    const older = ['004-2025-01-02T', '003-2025-01-03T', '002-2025-01-01T'].map(
      (name) => `before-${name}00-00-00.000Z.backup`,
    )
    const own = ['mine.backup', 'before-the-fair.txt']
    for (const name of [...older, ...own, `${older[0]}.part`])
      writeFileSync(join(backupsIn(), name), '')
    await backUpInto(backupsIn())(db, '005-next')
    const names = readdirSync(backupsIn()).sort()
    expect(names.filter((name) => !own.includes(name))).toEqual([
      older[1],
      older[0],
      expect.stringMatching(/^before-005-.*\.backup$/),
    ])
    expect(names).toEqual(expect.arrayContaining(own))
  })
})
