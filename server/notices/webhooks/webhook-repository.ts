import type { Kysely } from 'kysely'
import type { WebhookRow } from '#server/platform/database/rows/webhook-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { removeLane } from '#server/platform/jobs/job-queue-service.ts'

/** Newest first. */
export function listWebhookRows(db: Kysely<Tables>): Promise<WebhookRow[]> {
  return db
    .selectFrom('webhooks')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export function findWebhook(db: Kysely<Tables>, id: string): Promise<WebhookRow | undefined> {
  return db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function insertWebhook(trx: Kysely<Tables>, row: WebhookRow): Promise<void> {
  await trx.insertInto('webhooks').values(row).execute()
}

export async function setWebhook(
  trx: Kysely<Tables>,
  id: string,
  change: Partial<Omit<WebhookRow, 'id'>>,
): Promise<void> {
  await trx.updateTable('webhooks').set(change).where('id', '=', id).execute()
}

export async function listPausedIds(db: Kysely<Tables>): Promise<string[]> {
  const rows = await db.selectFrom('webhooks').select('id').where('state', '=', 'paused').execute()
  return rows.map(({ id }) => id)
}

/** Deletes a webhook with its deliveries. */
export async function removeWebhook(trx: Kysely<Tables>, id: string): Promise<void> {
  await removeLane(trx, 'webhooks', id)
  await trx.deleteFrom('webhooks').where('id', '=', id).execute()
}
