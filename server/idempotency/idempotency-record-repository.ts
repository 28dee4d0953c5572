// Idempotency records. Each is inserted once; the primary key guarantees that no idempotency key
// takes effect twice. Stored responses about an entity are redacted when it is deleted for good.

import type { Kysely } from 'kysely'
import type { IdempotencyRecordRow, Tables } from '#server/database/schema.ts'

export function findIdempotencyRecord(
  db: Kysely<Tables>,
  userId: string,
  key: string,
): Promise<IdempotencyRecordRow | undefined> {
  return db
    .selectFrom('receipts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()
}

export async function insertIdempotencyRecord(
  trx: Kysely<Tables>,
  record: IdempotencyRecordRow,
): Promise<void> {
  await trx.insertInto('receipts').values(record).execute()
}

export async function removeExpiredIdempotencyRecords(
  trx: Kysely<Tables>,
  now: string,
): Promise<void> {
  await trx.deleteFrom('receipts').where('expires_at', '<=', now).execute()
}

/**
 * Removes an entity from stored responses: a success keeps only `success`, and the record of a 412
 * is deleted.
 */
export async function redactIdempotencyRecords(
  trx: Kysely<Tables>,
  entityId: string,
): Promise<void> {
  await trx
    .updateTable('receipts')
    .set({ body: '{"success":true}', etag: null })
    .where('entity_id', '=', entityId)
    .where('status', '=', 200)
    .execute()
  await trx
    .deleteFrom('receipts')
    .where('entity_id', '=', entityId)
    .where('status', '=', 412)
    .execute()
}

export async function removeIdempotencyRecordsOf(
  trx: Kysely<Tables>,
  userIds: readonly string[],
): Promise<void> {
  await trx.deleteFrom('receipts').where('user_id', 'in', userIds).execute()
}
