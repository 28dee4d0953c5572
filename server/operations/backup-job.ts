import type { AppDeps } from '#server/app-env.ts'
import type { ServerSettings } from '#server/config/server-settings.ts'
import { findBackupAge } from './backup-age.ts'
import { BACKUP_MS, runBackupProcess } from './backup-process.ts'
import { makeBackupSchedule } from './backup-schedule.ts'
import { type JobDeps, startRepeatingJob } from './repeating-job.ts'

const EVERY_MS = 60_000
const CRON_HOURS = 24 // how often operations.md says that cron makes backups without BACKUP_EVERY
const HOUR_S = 3_600

/** Checks now and every minute whether a backup is due, and makes it; null without BACKUP_EVERY. */
export function startBackupJob(
  deps: JobDeps & Pick<AppDeps, 'db' | 'clock'>,
  settings: ServerSettings,
): { stop(): Promise<void> } | null {
  const { backupEveryHours } = settings
  deps.metrics.watchBackups(
    () => findBackupAge(deps.db, settings, deps.clock()),
    (backupEveryHours || CRON_HOURS) * HOUR_S,
  )
  if (backupEveryHours === 0) return null
  const makeBackup = (signal: AbortSignal) => runBackupProcess(settings, signal)
  const schedule = makeBackupSchedule({ ...deps, backupEveryHours, makeBackup })
  const job = startRepeatingJob(deps, {
    name: 'backup',
    everyMs: EVERY_MS,
    stillMs: BACKUP_MS + EVERY_MS,
    work: schedule.check,
  })
  return {
    async stop() {
      job.stop()
      await schedule.stop()
    },
  }
}
