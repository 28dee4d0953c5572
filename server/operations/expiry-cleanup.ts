import type { Kysely } from 'kysely'
import type { AppDeps } from '#server/app-env.ts'
import { removeEndedLinks } from '#server/auth/links/link-service.ts'
import { forgetExpiredEmailChanges } from '#server/auth/own-account/email-change-service.ts'
import { removeExpiredPasskeyChallenges } from '#server/auth/passkeys/passkey-challenge-service.ts'
import { endExpiredRegistrations } from '#server/auth/registration/registration-end-service.ts'
import { removeExpiredChallenges } from '#server/auth/second-factor/challenge-service.ts'
import { forgetExpiredDevices } from '#server/auth/sessions/known-device-service.ts'
import { removeEndedSessions } from '#server/auth/sessions/session-service.ts'
import type { Tables } from '#server/database/schema.ts'
import { forgetExpiredRecords } from '#server/idempotency/idempotency-service.ts'
import { forgetOldImports } from '#server/imports/import-file-service.ts'
import { removeOldAttempts } from '#server/limits/limit-service.ts'
import { removeUnusedMedia } from '#server/media/listing-media-service.ts'
import { removeQueuedMedia } from '#server/media/media-removal-queue-service.ts'
import { forgetOldMessages } from '#server/messages/message-inbox-service.ts'
import { forgetEndedSubscriptions } from '#server/messages/push-subscription-service.ts'
import { forgetOldDrafts } from '#server/posting/posting-expiry-service.ts'
import { removeAbandonedUploads } from '#server/uploads/upload-expiry-service.ts'
import { sumUpViews } from '#server/views/view-service.ts'
import { forgetOldDeliveries } from '#server/webhooks/webhook-event-service.ts'
import { CLEANUP_HOURS } from '#src/domain/retention.ts'

const EVERY_MS = CLEANUP_HOURS * 3_600_000

/** Each function deletes expired rows. src/domain/retention.ts has the periods that the privacy policy states. */
const REMOVALS: readonly ((db: Kysely<Tables>, now: Date) => Promise<void>)[] = [
  removeEndedSessions,
  forgetExpiredDevices,
  removeEndedLinks,
  forgetExpiredEmailChanges,
  removeExpiredChallenges,
  removeExpiredPasskeyChallenges,
  removeOldAttempts,
  forgetExpiredRecords,
  forgetOldDrafts,
  forgetOldMessages,
  forgetEndedSubscriptions,
  forgetOldImports,
  forgetOldDeliveries,
  removeUnusedMedia,
  sumUpViews,
]

/** Deletes expired rows now and every hour, even if nobody signs in any more. */
export function startExpiryCleanup({
  db,
  write,
  clock,
  background,
  log,
  uploadDir,
  mediaStore,
}: Pick<AppDeps, 'db' | 'write' | 'clock' | 'background' | 'log' | 'uploadDir' | 'mediaStore'>): {
  stop(): void
} {
  async function cleanUp(): Promise<void> {
    const now = clock()
    for (const remove of REMOVALS) await remove(db, now)
    await removeAbandonedUploads({ db, write, uploadDir }, now)
    const ended = await endExpiredRegistrations(db, now)
    if (ended > 0) log.info({ ended }, 'unverified registrations were deleted')
    // Last, because the store may not respond.
    await removeQueuedMedia({ db, mediaStore })
  }
  background.start(cleanUp)
  const timer = setInterval(() => background.start(cleanUp), EVERY_MS).unref()
  return { stop: () => clearInterval(timer) }
}
