// The log of deliveries: the jobs of a webhook.

import type { Kysely } from 'kysely'
import type { JobRow } from '#server/platform/database/rows/job-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import type { JobKindName } from '#server/platform/metrics/metrics-service.ts'

const KIND: JobKindName = 'webhooks'

/** The position of the last delivery of a page. */
export interface DeliveryPlace {
  createdAt: string
  id: string
}

export function findDelivery(db: Kysely<Tables>, id: string): Promise<JobRow | undefined> {
  return db
    .selectFrom('jobs')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', KIND)
    .executeTakeFirst()
}

/** Newest first. */
export function listDeliveryRows(
  db: Kysely<Tables>,
  webhookId: string,
  { after, most }: { after: DeliveryPlace | null; most: number },
): Promise<JobRow[]> {
  const all = db
    .selectFrom('jobs')
    .selectAll()
    .where('kind', '=', KIND)
    .where('lane', '=', webhookId)
    .orderBy('asked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
  if (!after) return all.execute()
  return all
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('asked_at', 'id'), '<', tuple(after.createdAt, after.id)),
    )
    .execute()
}
