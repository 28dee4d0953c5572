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
import { forgetOldGrievances } from '#server/grievances/grievance-service.ts'
import { forgetExpiredRecords } from '#server/idempotency/idempotency-service.ts'
import { forgetOldImports } from '#server/imports/import-file-service.ts'
import { removeOldAttempts } from '#server/limits/limit-service.ts'
import { removeUnusedMedia } from '#server/media/listing-media-service.ts'
import { removeQueuedMedia } from '#server/media/media-removal-queue-service.ts'
import { queueUnnamedMedia } from '#server/media/media-sweep-service.ts'
import { forgetOldMessages } from '#server/messages/message-inbox-service.ts'
import { forgetEndedSubscriptions } from '#server/messages/push-subscription-service.ts'
import { forgetOldDrafts } from '#server/posting/posting-expiry-service.ts'
import {
  removeAbandonedUploads,
  removeUnnamedUploads,
} from '#server/uploads/upload-expiry-service.ts'
import { sumUpViews } from '#server/views/view-service.ts'
import { forgetOldDeliveries } from '#server/webhooks/webhook-event-service.ts'
import { CLEANUP_HOURS } from '#src/domain/retention.ts'
import { runLogged } from './background-work.ts'
import { type JobDeps, startRepeatingJob } from './repeating-job.ts'

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
  forgetOldGrievances,
  forgetEndedSubscriptions,
  forgetOldImports,
  forgetOldDeliveries,
  removeUnusedMedia,
  sumUpViews,
]

/**
 * Deletes expired rows now and every hour, even if nobody signs in any more. A step that fails is logged, and does not
 * keep the others from running.
 */
export function startExpiryCleanup({ clock, uploadDir, mediaStore, ...deps }: CleanupDeps): {
  stop(): void
} {
  const { db, write, log } = deps

  async function endRegistrations(now: Date): Promise<void> {
    const ended = await endExpiredRegistrations(db, now)
    if (ended > 0) log.info({ ended }, 'unverified registrations were deleted')
  }

  async function cleanUp(isStopping: () => boolean): Promise<void> {
    const now = clock()
    const steps = [
      ...REMOVALS.map((remove) => () => remove(db, now)),
      () => removeAbandonedUploads({ db, write, uploadDir }, now),
      () => removeUnnamedUploads({ db, uploadDir }, now),
      () => queueUnnamedMedia({ db, write, mediaStore, log }, now),
      () => endRegistrations(now),
      // Last, because the store may not respond.
      () => removeQueuedMedia({ db, write, mediaStore, log, isStopping }, now),
    ]
    for (const step of steps) await runLogged(log, step)
  }

  return startRepeatingJob(deps, { name: 'cleanup', everyMs: EVERY_MS, work: cleanUp })
}

type CleanupDeps = JobDeps & Pick<AppDeps, 'db' | 'write' | 'clock' | 'uploadDir' | 'mediaStore'>
