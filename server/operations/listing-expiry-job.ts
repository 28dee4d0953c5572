import type { AppDeps } from '#server/app-env.ts'
import { expireListings, remindOwners } from '#server/posting/posting-expiry-service.ts'

const EVERY_MS = 3_600_000 // owners see the date of the expiry, not its time

/**
 * Now and every hour, ends listings whose approval has expired and reminds owners of those that
 * expire soon. Every process runs it: one statement ends the listings, and only one process records
 * each reminder.
 */
export function startListingExpiry(
  deps: Pick<AppDeps, 'db' | 'clock' | 'mailer' | 'publicUrl' | 'background' | 'log'>,
): { stop(): void } {
  const { db, clock, background, log } = deps
  async function run(): Promise<void> {
    const ended = await expireListings(db, clock())
    if (ended > 0) log.info({ ended }, 'listings have expired')
    await remindOwners(deps, clock())
  }
  background.start(run)
  const timer = setInterval(() => background.start(run), EVERY_MS).unref()
  return { stop: () => clearInterval(timer) }
}
