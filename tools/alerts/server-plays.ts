import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeBackgroundWork } from '#server/operations/background-work.ts'
import { openDataUnlocked } from '#server/platform/database/open-data.ts'
import { startSchedule } from '#server/platform/jobs/schedule-service.ts'
import { makeLog } from '#server/platform/log/server-log.ts'
import { makeMetrics } from '#server/platform/metrics/metrics-service.ts'
import type { AlertPlay } from './alert-plays.ts'
import { type AlertStage, waitUntil } from './alert-stage.ts'

// Faults of a server and of what it needs: its process, its disk, its mail server, its backups.

const DAY = 24 * 60 // minutes
const DAY_MS = 86_400_000
const MAIL = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'codes@example.in' } // nothing listens on port 9

async function register(stage: AlertStage, number: number): Promise<void> {
  await stage.post('/auth/register', {
    fullName: 'Meera Nair',
    email: `meera.${number}@example.in`,
    phoneNumber: `98765 4321${number}`,
    password: 'seven green parrots',
    isAdult: true,
  })
}

/** Rejects a listing of the demonstration's owner, and lets the message about it wait for more than a day. */
async function failMessage(stage: AlertStage): Promise<void> {
  const token = await stage.signIn()
  await stage.hold(5)
  await stage.rejectListings(token)
  const longAgo = new Date(Date.now() - DAY_MS - 60_000).toISOString()
  await stage.inDatabase((db) => db.updateTable('messages').set({ due_at: longAgo }).execute())
  await stage.waitForMatch(/^jobs\{kind="mails",state="(waiting|failing)"\} [1-9]/m)
  await stage.inDatabase((db) =>
    db.updateTable('jobs').set({ asked_at: longAgo, due_at: longAgo }).execute(),
  )
  await stage.waitForMatch(/^jobs\{kind="mails",state="dead"\} [1-9]/m)
  await stage.hold(10)
}

export const SERVER_PLAYS: readonly AlertPlay[] = [
  {
    what: 'the process is killed',
    fires: ['ServerDown'],
    async play(stage) {
      await stage.hold(5)
      await stage.kill()
      await stage.hold(5)
    },
  },
  {
    what: 'the disk fills up',
    fires: ['DiskAlmostFull', 'DiskFull'],
    isOnSmallDisk: true,
    async play(stage) {
      const token = await stage.signIn()
      await stage.hold(5)
      stage.fillDisk(0.05)
      await stage.hold(15)
      stage.fillDisk(0)
      await stage.rejectListings(token)
      await stage.hold(5)
    },
  },
  {
    what: 'the mail server is down',
    fires: ['MailFailures'],
    env: MAIL,
    async play(stage) {
      await stage.hold(5)
      let number = 0
      await stage.eachMinute(5, async () => {
        number += 1
        await register(stage, number)
      })
      await stage.waitForMatch(/^mail_failures_total\{reason="unusable"\} [5-9]/m)
      await stage.hold(5)
    },
  },
  {
    what: 'mails to sellers fail for more than a day',
    fires: ['JobsGivenUp'],
    env: MAIL,
    play: failMessage,
  },
  {
    // A hang takes ten minutes: here the server's own watchdog is set to a moment, outside the server.
    what: 'a job hangs',
    fires: ['BackgroundWorkHangs'],
    async play(stage) {
      const log = makeLog('silent')
      const metrics = makeMetrics()
      const background = makeBackgroundWork(log)
      stage.frames.push({ minutes: 5, text: await metrics.render() })
      const endless = () => new Promise<void>(() => {})
      const work = { name: 'webhooks', everyMs: DAY_MS, stillMs: 1, run: endless } as const
      const { db, close } = await openDataUnlocked({ dataDir: stage.dataDir, databaseUrl: null })
      const deps = { db, clock: () => new Date(), log, metrics, background }
      const schedule = startSchedule(deps, [work])
      await waitUntil(async () =>
        (await metrics.render()).includes('background_hangs_total{work="webhooks"} 1'),
      )
      schedule.stop()
      await close()
      stage.frames.push({ minutes: 5, text: await metrics.render() })
    },
  },
  {
    what: 'the files of a deleted photo cannot be deleted',
    fires: ['JobsKeepFailing'],
    prepare(dataDir) {
      mkdirSync(join(dataDir, 'media'), { recursive: true })
    },
    async play(stage) {
      await stage.hold(5)
      await stage.restart(async () => {
        const now = new Date().toISOString()
        await stage.inDatabase((db) =>
          db
            .insertInto('jobs')
            .values({
              id: 'a'.repeat(32),
              kind: 'media-removals',
              lane: 'store',
              key: 'a'.repeat(32),
              payload: '{}',
              attempts: 0,
              asked_at: now,
              due_at: now,
            })
            .execute(),
        )
        rmSync(join(stage.dataDir, 'media/listings'), { recursive: true, force: true })
        writeFileSync(join(stage.dataDir, 'media/listings'), 'a file in place of the folder')
      })
      await stage.waitForMatch(/^jobs\{kind="media-removals",state="failing"\} 1/m)
      await stage.hold(DAY / 4)
    },
  },
  {
    what: 'the scheduled backups fail from the first on',
    fires: ['BackupTooOld'],
    env: { BACKUP_EVERY: '24' },
    prepare: (dataDir) => writeFileSync(join(dataDir, 'backups'), 'a file in place of the folder'),
    play: (stage) => stage.hold(30),
  },
  ...[1, 24, 168].map((hours) => ({
    what: `no backup after the first one, with BACKUP_EVERY=${hours}`,
    fires: ['BackupTooOld'],
    env: { BACKUP_EVERY: String(hours) },
    async play(stage: AlertStage) {
      await stage.waitForMatch(/^backup_age_seconds \d/m)
      await stage.hold(hours * 60 + 3 * 60)
    },
  })),
  {
    what: 'cron stops making backups',
    fires: ['BackupTooOld'],
    async play(stage) {
      await stage.manage('backup')
      await stage.waitForMatch(/^backup_age_seconds \d/m)
      await stage.hold(DAY + 3 * 60)
    },
  },
]
