import type { Kysely } from 'kysely'
import { removeOldExports } from '#server/accounts/export/export-job-service.ts'
import { removeEndedLinks } from '#server/accounts/links/link-service.ts'
import { forgetExpiredEmailChanges } from '#server/accounts/own-account/email-change-service.ts'
import { removeExpiredPasskeyChallenges } from '#server/accounts/passkeys/passkey-challenge-service.ts'
import { endExpiredRegistrations } from '#server/accounts/registration/registration-end-service.ts'
import { removeExpiredChallenges } from '#server/accounts/second-factor/challenge-service.ts'
import { forgetExpiredDevices } from '#server/accounts/sessions/known-device-service.ts'
import { removeEndedSessions } from '#server/accounts/sessions/session-service.ts'
import { forgetOldGrievances } from '#server/grievances/grievance-service.ts'
import { emptyEndedClaims } from '#server/listings/claims/claim-service.ts'
import { forgetDeletedListings } from '#server/listings/deleted/deleted-listing-service.ts'
import { forgetOldImports } from '#server/listings/import/import-file-service.ts'
import { forgetOldChanges } from '#server/listings/list/listing-delta-service.ts'
import { forgetOldDrafts } from '#server/listings/market/expiry-service.ts'
import { removeUnusedMedia } from '#server/listings/media/listing-media-service.ts'
import { queueUnnamedMedia } from '#server/listings/media/media-sweep-service.ts'
import { forgetOldPairs } from '#server/listings/review/group/duplicate-service.ts'
import { forgetOldWaits } from '#server/listings/review/wait-flow-service.ts'
import {
  removeAbandonedUploads,
  removeUnnamedUploads,
} from '#server/listings/uploads/upload-expiry-service.ts'
import type { UploadDeps } from '#server/listings/uploads/upload-lease-service.ts'
import { sumUpViews } from '#server/listings/views/view-service.ts'
import { forgetOldPhotos } from '#server/listings/visit-photos/visit-photo-service.ts'
import { forgetOldPlaces } from '#server/listings/visits/visit-service.ts'
import { forgetOldMessages } from '#server/notices/messages/message-inbox-service.ts'
import { forgetEndedSubscriptions } from '#server/notices/messages/push-subscription-service.ts'
import type { AppDeps } from '#server/platform/app-env.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { forgetExpiredRecords } from '#server/platform/idempotency/idempotency-service.ts'
import { forgetOldJobs } from '#server/platform/jobs/job-queue-service.ts'
import { removeOldAttempts } from '#server/platform/limits/limit-service.ts'
import type { MediaDeps } from '#server/platform/media/stores/media-store-service.ts'
import { runLogged } from './background-work.ts'
import { PERSONAL_PARTS } from './personal-parts.ts'

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
  emptyEndedClaims,
  forgetOldPlaces,
  forgetOldWaits,
  forgetOldChanges,
  forgetDeletedListings,
  forgetOldPairs,
  forgetOldMessages,
  forgetOldGrievances,
  forgetEndedSubscriptions,
  forgetOldImports,
  forgetOldJobs,
  removeUnusedMedia,
  sumUpViews,
]

/** Deletes expired rows. A step that fails is logged, and does not keep the others from running. */
export async function cleanUp(deps: CleanupDeps, isStopping: () => boolean): Promise<void> {
  const { db, log, clock } = deps
  const now = clock()
  const steps = [
    ...REMOVALS.map((remove) => () => remove(db, now)),
    () => removeOldExports(deps, now),
    () => forgetOldPhotos(deps, now),
    () => removeAbandonedUploads(deps, now),
    () => removeUnnamedUploads(deps, now),
    () => queueUnnamedMedia(deps, now),
    () => endRegistrations(deps, now),
  ]
  for (const step of steps) if (!isStopping()) await runLogged(log, step)
}

async function endRegistrations({ db, log }: CleanupDeps, now: Date): Promise<void> {
  const ended = await endExpiredRegistrations(db, now, PERSONAL_PARTS)
  if (ended > 0) log.info({ ended }, 'unverified registrations were deleted')
}

type CleanupDeps = Pick<AppDeps, 'db' | 'write' | 'clock' | 'log'> & MediaDeps & UploadDeps
