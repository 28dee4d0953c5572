import type { AppDeps } from '#server/app-env.ts'
import { endExpiredRegistrations } from '#server/auth/registration-end-service.ts'

const EVERY_MS = 3_600_000 // a registration opens nothing after its day; it may take up room for an hour more

/** Deletes registrations that nobody verified in time, now and every hour. */
export function startRegistrationCleanup({
  db,
  clock,
  background,
  log,
}: Pick<AppDeps, 'db' | 'clock' | 'background' | 'log'>): { stop(): void } {
  async function cleanUp(): Promise<void> {
    const ended = await endExpiredRegistrations(db, clock())
    if (ended > 0) log.info({ ended }, 'unverified registrations were deleted')
  }
  background.start(cleanUp)
  const timer = setInterval(() => background.start(cleanUp), EVERY_MS).unref()
  return { stop: () => clearInterval(timer) }
}
