import { readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import { makeBackgroundWork } from '#server/operations/background-work.ts'
import { findBackupAge } from '#server/operations/backup-age.ts'
import { recordBackup, writeRetainedBackup } from '#server/operations/backup-retention.ts'
import { makeScheduled } from '#server/platform/jobs/schedule-service.ts'
import { makeLog } from '#server/platform/log/server-log.ts'
import { makeMetrics } from '#server/platform/metrics/metrics-service.ts'
import { databaseForEachTest } from '#tests/support/server/server-for-test.ts'
import { folderForEachTest } from '#tests/support/temporary-folder.ts'

const HOUR_MS = 3_600_000
const DAY_S = 86_400

const folder = folderForEachTest()
const database = databaseForEachTest()
let now: Date
let failures: unknown[]

beforeEach(() => {
  now = new Date('2025-09-17T00:00:00.000Z')
  failures = []
})

const listBackups = () => listFiles().filter((name) => !name.endsWith('.sha256'))
const listFiles = () => readdirSync(folder.path).sort()

const makeOne = async () => {
  await writeRetainedBackup(database.db, { backupDir: folder.path, backupKeep: 2 }, { now })
}

/** The backup schedule of one server process. All processes share the database and the backup folder. */
function makeSchedule(makeBackup: (signal: AbortSignal) => Promise<void> = makeOne) {
  const log = makeLog('error', { write: (line) => failures.push(JSON.parse(line)) })
  const { db } = database
  const background = makeBackgroundWork(log)
  return makeScheduled(
    { db, log, clock: () => now, metrics: makeMetrics(), background },
    {
      name: 'backup',
      everyMs: 24 * HOUR_MS,
      isShared: true,
      run: ({ signal }) => makeBackup(signal),
    },
  )
}

const pass = (hours: number) => {
  now = new Date(now.getTime() + hours * HOUR_MS)
}

test('only one of several processes makes each backup, and only the newest backups are kept', async () => {
  const processes = [makeSchedule(), makeSchedule(), makeSchedule()]
  const counts: number[] = []
  for (const hours of [0, 23, 1, 24, 24]) {
    pass(hours)
    await Promise.all(processes.map(({ check }) => check()))
    counts.push(listBackups().length)
  }
  expect(counts).toEqual([1, 1, 2, 2, 2])
  expect(listBackups()).toEqual([
    'marketplace-2025-09-19T00-00-00.000Z.backup',
    'marketplace-2025-09-20T00-00-00.000Z.backup',
  ])
  expect(failures).toEqual([])
})

test('a failed backup is logged, and another process retries it within an hour', async () => {
  const failing = makeSchedule(() => Promise.reject(new Error('no space is left')))
  const other = makeSchedule()
  await failing.check()
  expect(failures).toMatchObject([{ job: 'backup', err: { message: 'no space is left' } }])
  await other.check()
  expect(listBackups()).toEqual([])
  pass(1)
  await other.check()
  expect(listBackups()).toHaveLength(1)
})

test('a process that stops aborts its backup, and another process can start a backup at once', async () => {
  const stopping = makeSchedule(
    (signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
      }),
  )
  const check = stopping.check()
  // While the first process holds the lease of the backup job, a second process makes no backup.
  await expect.poll(() => readLeases()).toBe(1)
  await makeSchedule().check()
  expect(listBackups()).toEqual([])
  stopping.stop()
  await check
  await makeSchedule().check()
  expect(listBackups()).toHaveLength(1)
  await stopping.check()
  expect(failures).toEqual([])
})

async function readLeases(): Promise<number> {
  return (await database.db.selectFrom('schedules').select('leased_until').execute()).length
}

test('a process that is killed during a backup blocks the backups of other processes for at most six minutes', async () => {
  // A backup that never ends simulates a killed process.
  void makeSchedule(() => new Promise(() => undefined)).check()
  await expect.poll(() => readLeases()).toBe(1)
  const other = makeSchedule()
  await other.check()
  expect(listBackups()).toEqual([])
  pass(0.1)
  await other.check()
  expect(listBackups()).toHaveLength(1)
})

test('every process reports the age of the newest backup as a metric, whichever process made it', async () => {
  const metrics = makeMetrics()
  metrics.watchBackups(() => findBackupAge(database.db, { backupEveryHours: 24 }, now), DAY_S)
  expect(await metrics.render()).toContain('backup_age_seconds +Inf\n')
  await makeSchedule().check()
  pass(2)
  expect(await metrics.render()).toContain('backup_age_seconds 7200\n')
})

test('without a schedule, the age appears with the first backup that a command makes', async () => {
  const metrics = makeMetrics()
  metrics.watchBackups(() => findBackupAge(database.db, { backupEveryHours: 0 }, now), DAY_S)
  expect(await metrics.render()).not.toMatch(/^backup_age_seconds/m)
  await recordBackup(database.db, now)
  pass(30)
  expect(await metrics.render()).toContain('backup_age_seconds 108000\n')
})

test('metrics are reported while the database does not answer, without the ages and counts in it', async () => {
  const metrics = makeMetrics()
  const fail = () => Promise.reject(new Error('connection lost'))
  metrics.watchBackups(fail, DAY_S)
  metrics.watchJobs(fail)
  expect(await metrics.render()).not.toMatch(/^(backup_age_seconds|jobs)/m)
})

test('a new backup deletes incomplete backups that are two hours old, but no recent ones and no files with other names', async () => {
  const left = 'marketplace-2025-09-10T00-00-00.000Z.backup.part'
  const busy = 'marketplace-2025-09-16T23-59-00.000Z.backup.part'
  for (const name of [left, busy, 'mine.backup.part', 'mine.backup'])
    writeFileSync(folder.at(name), '')
  const longAgo = new Date(now.getTime() - 2 * HOUR_MS)
  for (const name of [left, 'mine.backup.part']) utimesSync(folder.at(name), longAgo, longAgo)
  utimesSync(folder.at(busy), now, now)
  await makeOne()
  expect(listBackups()).toEqual([
    busy,
    'marketplace-2025-09-17T00-00-00.000Z.backup',
    'mine.backup',
    'mine.backup.part',
  ])
})
