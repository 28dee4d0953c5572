// The rows of the idempotency ledger. A receipt is inserted once and never changed; its primary key is the promise that
// no key has two effects.

import type { Kysely } from 'kysely'
import type { ReceiptRow, Tables } from '#server/database/schema.ts'

export function findReceipt(
  db: Kysely<Tables>,
  userId: string,
  key: string,
): Promise<ReceiptRow | undefined> {
  return db
    .selectFrom('receipts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()
}

export async function insertReceipt(trx: Kysely<Tables>, receipt: ReceiptRow): Promise<void> {
  await trx.insertInto('receipts').values(receipt).execute()
}

export async function removeExpiredReceipts(trx: Kysely<Tables>, now: string): Promise<void> {
  await trx.deleteFrom('receipts').where('expires_at', '<=', now).execute()
}
