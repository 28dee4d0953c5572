import { afterEach, expect, test, vi } from 'vitest'
import { hashToken } from '#server/auth/sessions/random-token.ts'
import { makeFolderStore } from '#server/media/stores/folder-media-store.ts'
import { makeBackgroundWork } from '#server/operations/background-work.ts'
import { startExpiryCleanup } from '#server/operations/expiry-cleanup.ts'
import { makeLog } from '#server/operations/server-log.ts'
import { openTestDatabase } from '#tests/support/server/test-database.ts'

const HOUR_MS = 3_600_000
/** Placeholders for the folder of uploads and the media store: no test of this file has files. */
const FOLDERS = { uploadDir: '/dev/null', mediaStore: makeFolderStore('/dev/null') }

afterEach(() => vi.restoreAllMocks())

test('the clean-up deletes expired registrations at once, and then every hour until it is stopped', async () => {
  const { db, close } = await openTestDatabase({ inMemory: true })
  const lines: string[] = []
  const log = makeLog('info', { write: (line) => lines.push(line) })
  const background = makeBackgroundWork(log)
  let now = new Date('2025-09-17T06:30:00.000Z')
  const insert = (id: string, expiresAt: string) =>
    db
      .insertInto('registrations')
      .values({
        id,
        email: 'meera@example.in',
        password_hash: 'none',
        created_at: '2025-09-16T06:30:00.000Z',
        expires_at: expiresAt,
      })
      .execute()
  const listIds = async () =>
    (await db.selectFrom('registrations').select('id').orderBy('id').execute()).map(({ id }) => id)
  await insert('a', now.toISOString())
  await insert('b', '2025-09-17T07:00:00.000Z')
  await insert('c', '2025-09-17T08:00:00.000Z')

  const timers = vi.spyOn(globalThis, 'setInterval')
  const cleared = vi.spyOn(globalThis, 'clearInterval')
  const cleanup = startExpiryCleanup({ db, clock: () => now, background, log, ...FOLDERS })
  await background.settle()
  expect(await listIds()).toEqual(['b', 'c'])

  const [work, everyMs] = timers.mock.calls.at(-1) ?? []
  expect(everyMs).toBe(HOUR_MS)
  now = new Date(now.getTime() + HOUR_MS)
  work?.()
  await background.settle()
  expect(await listIds()).toEqual(['c'])
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ ended: 1 }, { ended: 1 }])

  cleanup.stop()
  expect(cleared).toHaveBeenCalledWith(timers.mock.results.at(-1)?.value)
  await close()
})

test('the clean-up deletes sessions 30 days after they ended, and no others', async () => {
  const { db, close } = await openTestDatabase({ inMemory: true })
  const account = { id: 'a', email: 'meera@example.in', role: 'user', verified: 1 } as const
  const created_at = '2025-08-01T06:30:00.000Z'
  await db
    .insertInto('users')
    .values({ ...account, has_short_password: 0, created_at })
    .execute()
  const insert = (label: string, expires_at: string, revoked_at: string | null) =>
    db
      .insertInto('sessions')
      .values({
        token_hash: hashToken(label),
        user_id: account.id,
        device_label: label,
        created_at,
        expires_at,
        revoked_at,
      })
      .execute()
  const [future, kept, over] = [
    '2025-12-01T00:00:00.000Z',
    '2025-08-18T06:30:00.001Z',
    '2025-08-18T06:30:00.000Z',
  ]
  await insert('live', future, null)
  await insert('revoked', future, kept)
  await insert('revoked too long ago', future, over)
  await insert('expired', kept, null)
  await insert('expired too long ago', over, null)

  const log = makeLog('silent', { write: () => undefined })
  const background = makeBackgroundWork(log)
  const clock = () => new Date('2025-09-17T06:30:00.000Z')
  const cleanup = startExpiryCleanup({ db, clock, background, log, ...FOLDERS })
  await background.settle()
  cleanup.stop()
  const left = await db
    .selectFrom('sessions')
    .select('device_label')
    .orderBy('device_label')
    .execute()
  expect(left.map(({ device_label }) => device_label)).toEqual(['expired', 'live', 'revoked'])
  await close()
})

test('the clean-up deletes links 7 days after they ended or expired, and no others', async () => {
  const { db, close } = await openTestDatabase({ inMemory: true })
  const [future, kept, over] = [
    '2025-12-01T00:00:00.000Z',
    '2025-09-10T06:30:00.001Z',
    '2025-09-10T06:30:00.000Z',
  ]
  const insert = (id: string, expiresAt: string, endedAt: string | null) =>
    db
      .insertInto('links')
      .values({
        token_hash: hashToken(id),
        kind: 'invitation',
        account_id: id,
        email: 'ravi@team.example',
        created_at: '2025-09-01T06:30:00.000Z',
        expires_at: expiresAt,
        ended_at: endedAt,
        end_reason: endedAt === null ? null : 'used',
      })
      .execute()
  await insert('open', future, null)
  await insert('used', future, kept)
  await insert('used too long ago', future, over)
  await insert('expired', kept, null)
  await insert('expired too long ago', over, null)

  const background = makeBackgroundWork(makeLog('silent', { write: () => undefined }))
  const log = makeLog('silent', { write: () => undefined })
  const clock = () => new Date('2025-09-17T06:30:00.000Z')
  startExpiryCleanup({ db, clock, background, log, ...FOLDERS }).stop()
  await background.settle()
  const left = await db.selectFrom('links').select('account_id').orderBy('account_id').execute()
  expect(left.map(({ account_id: id }) => id)).toEqual(['expired', 'open', 'used'])
  await close()
})
