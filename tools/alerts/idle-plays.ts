import type { AlertPlay } from './alert-plays.ts'
import type { AlertStage } from './alert-stage.ts'

// Servers of which nothing is wrong: no alert fires.

const DAY = 24 * 60 // minutes
const WEEK = 7 * DAY

async function browse(stage: AlertStage): Promise<void> {
  const token = await stage.signIn()
  await stage.eachMinute(15, () => stage.send('/admin/loan?limit=50', {}, token))
}

async function waitForBackup(stage: AlertStage): Promise<void> {
  await stage.waitForMatch(/^backup_age_seconds \d/m)
}

const idle = (what: string, env: Record<string, string> = {}): AlertPlay[] =>
  [false, true].map((isOnPostgres) => ({
    what: `idle: ${what}`,
    isOnPostgres,
    fires: [],
    env,
    async play(stage) {
      await browse(stage)
      await stage.hold(DAY)
    },
  }))

const backedUp = (what: string, every: number, minutes: number): AlertPlay => ({
  what: `idle: ${what}`,
  fires: [],
  env: { BACKUP_EVERY: String(every) },
  async play(stage) {
    await stage.hold(1)
    if (every === 0) await stage.manage('backup')
    await waitForBackup(stage)
    await stage.hold(minutes)
  },
})

export const IDLE_PLAYS: readonly AlertPlay[] = [
  ...idle('as installed, without mail server, backups and https'),
  ...idle('with https, so with notifications', { PUBLIC_URL: 'https://panel.example.in' }),
  ...idle('with a mail server that does not answer yet, and no mails', {
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'codes@example.in',
  }),
  backedUp('a backup each hour, as old as it gets', 1, 60),
  backedUp('a backup each day, as old as it gets', 24, DAY),
  backedUp('a backup each week, as old as it gets', 168, WEEK),
  backedUp('BACKUP_EVERY=0 and a daily backup by cron', 0, DAY),
  {
    what: 'idle: restarted',
    fires: [],
    async play(stage) {
      await browse(stage)
      await stage.restart(async () => stage.hold(1))
      await browse(stage)
    },
  },
  {
    what: 'idle: a phone on a slow line sends files',
    fires: [],
    async play(stage) {
      const token = await stage.signIn()
      await stage.eachMinute(16, () => stage.sendSlowly(token))
    },
  },
]
