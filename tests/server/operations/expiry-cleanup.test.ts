import { expect, onTestFinished, test, vi } from 'vitest'
import { makeBackgroundWork } from '#server/operations/background-work.ts'
import { cleanUp } from '#server/operations/expiry-cleanup.ts'
import { makeWrite } from '#server/platform/database/write.ts'
import { startSchedule } from '#server/platform/jobs/schedule-service.ts'
import { makeLog } from '#server/platform/log/server-log.ts'
import { makeFolderStore } from '#server/platform/media/stores/folder-media-store.ts'
import { makeMetrics } from '#server/platform/metrics/metrics-service.ts'
import { openDatabaseForTest } from '#tests/support/server/server-for-test.ts'

// retention-numbers.test.ts checks when each kind of row is deleted.

const HOUR_MS = 3_600_000
/** Placeholders for the folder of uploads and the media store: the test has no files. */
const FOLDERS = { uploadDir: '/nowhere', mediaStore: makeFolderStore('/nowhere') }

test('the clean-up deletes expired rows at once, and then every hour until it is stopped', async () => {
  const { db } = await openDatabaseForTest()
  const lines: string[] = []
  const log = makeLog('info', { write: (line) => lines.push(line) })
  const background = makeBackgroundWork(log)
  let now = new Date('2025-09-17T06:30:00.000Z')
  const registration = { email: 'm@example.in', password_hash: 'none', created_at: '2025-09-16' }
  const ends = [now.toISOString(), '2025-09-17T07:00:00.000Z', '2025-09-17T08:00:00.000Z']
  const rows = ends.map((expires_at, index) => ({ ...registration, id: `${index}`, expires_at }))
  await db.insertInto('registrations').values(rows).execute()
  const listIds = async () =>
    (await db.selectFrom('registrations').select('id').orderBy('id').execute()).map(({ id }) => id)

  const timers = vi.spyOn(globalThis, 'setInterval')
  const cleared = vi.spyOn(globalThis, 'clearInterval')
  onTestFinished(() => void vi.restoreAllMocks())
  const deps = { db, write: makeWrite(db), clock: () => now, log, ...FOLDERS }
  const cleanup = startSchedule({ ...deps, background, metrics: makeMetrics() }, [
    { name: 'cleanup', everyMs: HOUR_MS, run: ({ isStopping }) => cleanUp(deps, isStopping) },
  ])
  await background.settle()
  expect(await listIds()).toEqual(['1', '2'])

  const [work, everyMs] = timers.mock.calls.at(-1) ?? []
  expect(everyMs).toBe(HOUR_MS)
  now = new Date(now.getTime() + HOUR_MS)
  work?.()
  await background.settle()
  expect(await listIds()).toEqual(['2'])
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ ended: 1 }, { ended: 1 }])

  cleanup.stop()
  expect(cleared).toHaveBeenCalledWith(timers.mock.results.at(-1)?.value)
})

test('a step of the clean-up that fails is logged, and the other steps run', async () => {
  const { db } = await openDatabaseForTest()
  const lines: string[] = []
  const log = makeLog('info', { write: (line) => lines.push(line) })
  const at = '2025-09-17T06:30:00.000Z'
  const registration = { id: '1', email: 'm@example.in', password_hash: 'none', created_at: at }
  await db
    .insertInto('registrations')
    .values({ ...registration, expires_at: at })
    .execute()
  await db.schema.dropTable('passkey_challenges').execute() // one of the first steps needs this table
  const deps = { db, write: makeWrite(db), log, clock: () => new Date(at), ...FOLDERS }
  await cleanUp(deps, () => false)
  expect(await db.selectFrom('registrations').selectAll().execute()).toEqual([])
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({
      level: 50,
      err: expect.objectContaining({
        message: expect.stringMatching(/passkey_challenges|does not exist/),
      }),
    }),
  )
})
