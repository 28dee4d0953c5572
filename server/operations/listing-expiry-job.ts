import type { AppDeps } from '#server/app-env.ts'
import { expireListings, remindOwners } from '#server/posting/posting-expiry-service.ts'
import { type JobDeps, startRepeatingJob } from './repeating-job.ts'

const EVERY_MS = 3_600_000 // screens show only the date of the expiry, so an hour's delay does not matter

/**
 * Now and every hour, ends listings whose approval has expired, and reminds owners of those that expire soon. Two jobs,
 * so that a slow mail server does not delay the first. Several processes may run them at the same time: each reminder
 * is sent by the process that records it, and a second process records nothing.
 */
export function startListingExpiry(deps: ExpiryDeps): { stop(): void } {
  const { db, clock, log } = deps
  async function expire(): Promise<void> {
    const ended = await expireListings(db, clock())
    if (ended > 0) log.info({ ended }, 'listings have expired')
  }
  const jobs = [
    startRepeatingJob(deps, { name: 'expiry', everyMs: EVERY_MS, work: expire }),
    startRepeatingJob(deps, {
      name: 'reminders',
      everyMs: EVERY_MS,
      work: (isStopping) => remindOwners({ ...deps, isStopping }, clock()),
    }),
  ]
  return {
    stop() {
      for (const job of jobs) job.stop()
    },
  }
}

type ExpiryDeps = JobDeps & Pick<AppDeps, 'db' | 'clock' | 'mailer' | 'publicUrl'>
