import {
  type ExportRunDeps,
  makeExportKind,
} from '#server/accounts/export/export-job-run-service.ts'
import { makeMediaFetchKind } from '#server/listings/import/import-media-fetch-service.ts'
import { makeImportKind } from '#server/listings/import/import-run-service.ts'
import { makeMediaRemovalKind } from '#server/listings/media/media-removal-queue-service.ts'
import { makeHintKind } from '#server/listings/review/hint-kind-service.ts'
import type { DownloadDeps } from '#server/listings/uploads/url-download-service.ts'
import { makeMentionMailKind } from '#server/notes/mention-mail-service.ts'
import {
  type DeliveryDeps,
  makeMailKind,
  makeNotificationKind,
} from '#server/notices/messages/message-delivery-service.ts'
import { makeWebhookKind } from '#server/notices/webhooks/webhook-delivery-service.ts'
import type { AppDeps } from '#server/platform/app-env.ts'
import type { JobKind } from '#server/platform/jobs/job-kind-service.ts'
import { type ExportedListDeps, makeExportedLists } from './exported-lists.ts'

/** Every kind of job. Each process runs all of them. */
export function listJobKinds(
  deps: DeliveryDeps & DownloadDeps & ExportRunDeps & ExportedListDeps & Pick<AppDeps, 'write'>,
): JobKind[] {
  return [
    makeMailKind(deps),
    makeMentionMailKind(deps),
    makeNotificationKind(deps),
    makeWebhookKind(deps),
    makeMediaFetchKind(deps),
    makeMediaRemovalKind(deps),
    makeHintKind(deps),
    makeImportKind(deps),
    makeExportKind(deps, makeExportedLists(deps)),
  ]
}
