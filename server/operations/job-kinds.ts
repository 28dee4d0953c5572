import type { AppDeps } from '#server/app-env.ts'
import { makeMediaFetchKind } from '#server/imports/import-media-fetch-service.ts'
import { makeImportKind } from '#server/imports/import-run-service.ts'
import type { JobKind } from '#server/jobs/job-kind-service.ts'
import { makeMediaRemovalKind } from '#server/media/media-removal-queue-service.ts'
import {
  type DeliveryDeps,
  makeMailKind,
  makeNotificationKind,
} from '#server/messages/message-delivery-service.ts'
import type { DownloadDeps } from '#server/uploads/upload-download-service.ts'
import { makeWebhookKind } from '#server/webhooks/webhook-delivery-service.ts'

/** Every kind of job. Each process runs all of them. */
export function listJobKinds(
  deps: DeliveryDeps & DownloadDeps & Pick<AppDeps, 'write'>,
): JobKind[] {
  return [
    makeMailKind(deps),
    makeNotificationKind(deps),
    makeWebhookKind(deps),
    makeMediaFetchKind(deps),
    makeMediaRemovalKind(deps),
    makeImportKind(deps),
  ]
}
