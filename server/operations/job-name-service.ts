import type { Kysely } from 'kysely'
import { nameImport } from '#server/listings/import/import-file-service.ts'
import { nameMessage } from '#server/notices/messages/message-delivery-service.ts'
import { nameWebhook } from '#server/notices/webhooks/webhook-service.ts'
import type { JobRow } from '#server/platform/database/rows/job-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import type { JobKindName } from '#server/platform/metrics/metrics-service.ts'

type Name = (db: Kysely<Tables>, job: JobRow) => Promise<string | null>

const NAMES: Readonly<Record<JobKindName, Name>> = {
  mails: (db, { key }) => nameMessage(db, key),
  notifications: (db, { key }) => nameMessage(db, key),
  'mention-mails': async () => 'A mail about mentions in notes',
  webhooks: (db, { lane }) => nameWebhook(db, lane),
  exports: async () => 'The file of an exported list',
  imports: (db, { key }) => nameImport(db, key),
  'import-media': async () => 'A photo or video of an imported listing',
  hints: async () => 'The hints of a submitted listing',
  'media-removals': async () => 'Files of a deleted photo or video',
}

/** What a job is about, in words for owners. */
export async function nameJob(db: Kysely<Tables>, job: JobRow): Promise<string> {
  // The cast is safe: only the kinds of the list add jobs.
  const name = await NAMES[job.kind as JobKindName](db, job)
  return name ?? 'Something that is deleted by now'
}
