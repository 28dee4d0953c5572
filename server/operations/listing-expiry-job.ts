import type { AppDeps } from '#server/app-env.ts'
import { expireListings, remindOwners } from '#server/posting/posting-expiry-service.ts'

const EVERY_MS = 3_600_000 // screens show only the date of the expiry, so an hour's delay does not matter

/**
 * Now and every hour, ends listings whose approval has expired and reminds owners of those that
 * expire soon. Several processes may run it at the same time: each reminder is sent by the process
 * that records it, and a second process records nothing.
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
