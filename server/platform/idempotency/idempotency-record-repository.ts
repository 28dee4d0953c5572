// Idempotency records. Each is inserted once; the primary key guarantees that no idempotency key
// takes effect twice.

import type { Kysely } from 'kysely'
import type { IdempotencyRecordRow, Tables } from '#server/platform/database/schema.ts'

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

export async function removeIdempotencyRecord(
  trx: Kysely<Tables>,
  userId: string,
  key: string,
): Promise<void> {
  await trx.deleteFrom('receipts').where('user_id', '=', userId).where('key', '=', key).execute()
}

export async function removeExpiredIdempotencyRecords(
  trx: Kysely<Tables>,
  now: string,
): Promise<void> {
  await trx.deleteFrom('receipts').where('expires_at', '<=', now).execute()
}

export async function removeIdempotencyRecordsOf(
  trx: Kysely<Tables>,
  userIds: readonly string[],
): Promise<void> {
  await trx.deleteFrom('receipts').where('user_id', 'in', userIds).execute()
}

export async function removeIdempotencyRecordsAbout(
  trx: Kysely<Tables>,
  userId: string,
  entityIds: readonly string[],
): Promise<void> {
  await trx
    .deleteFrom('receipts')
    .where('user_id', '=', userId)
    .where('entity_id', 'in', entityIds)
    .execute()
}
