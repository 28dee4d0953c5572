import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { hashToken } from '#server/auth/sessions/random-token.ts'
import { makeFolderStore } from '#server/media/stores/folder-media-store.ts'
import { makeBackgroundWork } from '#server/operations/background-work.ts'
import { startExpiryCleanup } from '#server/operations/expiry-cleanup.ts'
import { makeLog } from '#server/operations/server-log.ts'
import { databaseForEachTest } from '#tests/support/server/server-for-test.ts'

const HOUR_MS = 3_600_000
/** Placeholders for the folder of uploads and the media store: no test of this file has files. */
const FOLDERS = { uploadDir: '/dev/null', mediaStore: makeFolderStore('/dev/null') }
const FUTURE = '2025-12-01T00:00:00.000Z'

const database = databaseForEachTest({ inMemory: true })

afterEach(() => vi.restoreAllMocks())

/** Starts the clean-up, and waits for its first run. */
async function start() {
  const { db } = database
  const lines: string[] = []
  const log = makeLog('info', { write: (line) => lines.push(line) })
  const background = makeBackgroundWork(log)
  let now = new Date('2025-09-17T06:30:00.000Z')
  const cleanup = startExpiryCleanup({ db, clock: () => now, background, log, ...FOLDERS })
  onTestFinished(() => cleanup.stop())
  await background.settle()
  const pass = (ms: number) => {
    now = new Date(now.getTime() + ms)
  }
  return { cleanup, background, lines, pass }
}

test('the clean-up deletes expired registrations at once, and then every hour until it is stopped', async () => {
  const { db } = database
  const registration = { email: 'm@example.in', password_hash: 'none', created_at: '2025-09-16' }
  const ends = { a: '2025-09-17T06:30:00.000Z', b: '2025-09-17T07:00:00.000Z', c: FUTURE }
  const rows = Object.entries(ends).map(([id, expires_at]) => ({ ...registration, id, expires_at }))
  await db.insertInto('registrations').values(rows).execute()
  const listIds = async () =>
    (await db.selectFrom('registrations').select('id').orderBy('id').execute()).map(({ id }) => id)

  const timers = vi.spyOn(globalThis, 'setInterval')
  const cleared = vi.spyOn(globalThis, 'clearInterval')
  const { cleanup, background, lines, pass } = await start()
  expect(await listIds()).toEqual(['b', 'c'])

  const [work, everyMs] = timers.mock.calls.at(-1) ?? []
  expect(everyMs).toBe(HOUR_MS)
  pass(HOUR_MS)
  work?.()
  await background.settle()
  expect(await listIds()).toEqual(['c'])
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ ended: 1 }, { ended: 1 }])

  cleanup.stop()
  expect(cleared).toHaveBeenCalledWith(timers.mock.results.at(-1)?.value)
})

test('the clean-up deletes sessions 30 days after they ended, and no others', async () => {
  const { db } = database
  const created_at = '2025-08-01T06:30:00.000Z'
  const account = { id: 'a', email: 'meera@example.in', role: 'user', verified: 1 } as const
  await db
    .insertInto('users')
    .values({ ...account, has_short_password: 0, created_at })
    .execute()
  const [kept, over] = ['2025-08-18T06:30:00.001Z', '2025-08-18T06:30:00.000Z']
  const sessions = [
    { device_label: 'live', expires_at: FUTURE },
    { device_label: 'revoked', expires_at: FUTURE, revoked_at: kept },
    { device_label: 'revoked too long ago', expires_at: FUTURE, revoked_at: over },
    { device_label: 'expired', expires_at: kept },
    { device_label: 'expired too long ago', expires_at: over },
  ]
  for (const session of sessions) {
    const row = {
      ...session,
      token_hash: hashToken(session.device_label),
      user_id: 'a',
      created_at,
    }
    await db.insertInto('sessions').values(row).execute()
  }
  await start()
  const left = db.selectFrom('sessions').select('device_label').orderBy('device_label')
  const labels = (await left.execute()).map((row) => row.device_label)
  expect(labels).toEqual(['expired', 'live', 'revoked'])
})

test('the clean-up deletes links 7 days after they ended or expired, and no others', async () => {
  const { db } = database
  const [kept, over] = ['2025-09-10T06:30:00.001Z', '2025-09-10T06:30:00.000Z']
  const links = [
    { account_id: 'open', expires_at: FUTURE },
    { account_id: 'used', expires_at: FUTURE, ended_at: kept, end_reason: 'used' as const },
    {
      account_id: 'used too long ago',
      expires_at: FUTURE,
      ended_at: over,
      end_reason: 'used' as const,
    },
    { account_id: 'expired', expires_at: kept },
    { account_id: 'expired too long ago', expires_at: over },
  ]
  const invitation = {
    kind: 'invitation',
    email: 'r@team.example',
    created_at: '2025-09-01',
  } as const
  for (const link of links) {
    const row = { ...invitation, ...link, token_hash: hashToken(link.account_id) }
    await db.insertInto('links').values(row).execute()
  }
  await start()
  const left = await db.selectFrom('links').select('account_id').orderBy('account_id').execute()
  expect(left.map((row) => row.account_id)).toEqual(['expired', 'open', 'used'])
})
