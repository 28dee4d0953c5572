// Deliveries of webhooks. A process settles a delivery only if the number of attempts has not changed
// since it leased the delivery: otherwise its lease has expired, and another process has taken over.

import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/schema.ts'
import type { WebhookDeliveryRow } from '#server/database/webhook-rows.ts'

/** The position of the last delivery of a page. */
export interface DeliveryPlace {
  createdAt: string
  id: string
}

export async function insertDeliveries(
  trx: Kysely<Tables>,
  rows: readonly WebhookDeliveryRow[],
): Promise<void> {
  if (rows.length > 0) await trx.insertInto('webhook_deliveries').values(rows).execute()
}

/**
 * For each active webhook without a delivery under way, the delivery that has been due longest. A webhook gets one
 * delivery at a time, so that a hanging receiver delays only its own deliveries.
 */
function selectNext(db: Kysely<Tables>, { now, most }: { now: string; most: number }) {
  const busy = db
    .selectFrom('webhook_deliveries')
    .select('webhook_id')
    .where('leased_until', '>', now)
  const next = db
    .selectFrom('webhooks')
    .where('state', '=', 'active')
    .where('webhooks.id', 'not in', busy)
    .select((eb) =>
      eb
        .selectFrom('webhook_deliveries')
        .select('webhook_deliveries.id')
        .whereRef('webhook_id', '=', 'webhooks.id')
        .where('done_at', 'is', null)
        .where('dead_at', 'is', null)
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .orderBy('webhook_deliveries.id')
        .limit(1)
        .as('id'),
    )
  return db.selectFrom(next.as('next')).select('id').where('id', 'is not', null).limit(most)
}

export async function hasDueDelivery(db: Kysely<Tables>, now: string): Promise<boolean> {
  return (await selectNext(db, { now, most: 1 }).executeTakeFirst()) !== undefined
}

/** Leases the next delivery of each webhook, at most `most`, and counts the attempts. */
export function claimDeliveries(
  trx: Kysely<Tables>,
  { now, until, most }: { now: string; until: string; most: number },
): Promise<WebhookDeliveryRow[]> {
  return trx
    .updateTable('webhook_deliveries')
    .set((eb) => ({ leased_until: until, attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', selectNext(trx, { now, most }))
    .returningAll()
    .execute()
}

/** Returns false if another process has taken over the delivery, or it was deleted. */
export async function settleDelivery(
  trx: Kysely<Tables>,
  { id, attempts }: Pick<WebhookDeliveryRow, 'id' | 'attempts'>,
  change: Partial<WebhookDeliveryRow>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('webhook_deliveries')
    .set(change)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

export function findDelivery(
  db: Kysely<Tables>,
  id: string,
): Promise<WebhookDeliveryRow | undefined> {
  return db.selectFrom('webhook_deliveries').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Newest first. */
export function listDeliveryRows(
  db: Kysely<Tables>,
  webhookId: string,
  { after, most }: { after: DeliveryPlace | null; most: number },
): Promise<WebhookDeliveryRow[]> {
  const all = db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
  if (!after) return all.execute()
  return all
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('created_at', 'id'), '<', tuple(after.createdAt, after.id)),
    )
    .execute()
}

export async function removeDeliveriesBefore(db: Kysely<Tables>, at: string): Promise<void> {
  await db.deleteFrom('webhook_deliveries').where('created_at', '<', at).execute()
}
