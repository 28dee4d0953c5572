import type { AppDeps } from '#server/app-env.ts'
import { type ErasureDeps, eraseDueAccounts } from '#server/auth/deletion/erasure-service.ts'
import type { ServerSettings } from '#server/config/server-settings.ts'
import { removeQueuedMedia } from '#server/media/media-removal-queue-service.ts'
import { runLogged } from './background-work.ts'
import { writeErasureList } from './erasure-list.ts'
import { type JobDeps, startRepeatingJob } from './repeating-job.ts'

const EVERY_MS = 3_600_000 // screens and mails give the date of the erasure, not its time

export interface ErasureJobDeps
  extends ErasureDeps,
    JobDeps,
    Pick<AppDeps, 'write' | 'clock' | 'mediaStore'> {
  settings: ErasureDeps['settings'] & Pick<ServerSettings, 'backupDir'>
}

/**
 * Now and every hour, erases accounts whose deletion is due, and writes the list of erased accounts that a restore needs.
 * Every process may run it, because an account is erased only once. Every process must run it, because each machine
 * needs the list in its own backup folder.
 */
export function startErasureJob(deps: ErasureJobDeps): { stop(): void } {
  const { db, clock, log, settings } = deps
  async function run(isStopping: () => boolean): Promise<void> {
    await eraseDueAccounts(deps, clock())
    if (isStopping()) return
    await runLogged(log, () => writeErasureList(db, settings.backupDir))
    await removeQueuedMedia({ ...deps, isStopping }, clock())
  }
  return startRepeatingJob(deps, { name: 'erasure', everyMs: EVERY_MS, work: run })
}
