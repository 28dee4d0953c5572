import type { AppDeps } from '#server/app-env.ts'
import { removeEndedLinks } from '#server/auth/links/link-service.ts'
import { forgetExpiredEmailChanges } from '#server/auth/own-account/email-change-service.ts'
import { endExpiredRegistrations } from '#server/auth/registration/registration-end-service.ts'
import { removeEndedSessions } from '#server/auth/sessions/session-service.ts'

const EVERY_MS = 3_600_000 // expired data grants no access; it only takes up space for up to an hour

/**
 * Deletes expired registrations and changes of e-mail addresses, sessions that ended 30 days ago and
 * links that ended 7 days ago, now and every hour.
 */
export function startExpiryCleanup({
  db,
  clock,
  background,
  log,
}: Pick<AppDeps, 'db' | 'clock' | 'background' | 'log'>): { stop(): void } {
  async function cleanUp(): Promise<void> {
    const now = clock()
    await removeEndedSessions(db, now)
    await removeEndedLinks(db, now)
    await forgetExpiredEmailChanges(db, now)
    const ended = await endExpiredRegistrations(db, now)
    if (ended > 0) log.info({ ended }, 'unverified registrations were deleted')
  }
  background.start(cleanUp)
  const timer = setInterval(() => background.start(cleanUp), EVERY_MS).unref()
  return { stop: () => clearInterval(timer) }
}
