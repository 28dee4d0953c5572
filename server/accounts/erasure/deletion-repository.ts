import type { Kysely } from 'kysely'
import type { AccountDeletionRow } from '#server/platform/database/rows/account-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'

export function findDeletion(
  db: Kysely<Tables>,
  userId: string,
): Promise<AccountDeletionRow | undefined> {
  return db
    .selectFrom('account_deletions')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Replaces an earlier request of the account. */
export async function putDeletion(
  trx: Kysely<Tables>,
  deletion: AccountDeletionRow,
): Promise<void> {
  await trx
    .insertInto('account_deletions')
    .values(deletion)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(deletion))
    .execute()
}

/** Returns false when there was no request. */
export async function removeDeletion(trx: Kysely<Tables>, userId: string): Promise<boolean> {
  const removed = await trx
    .deleteFrom('account_deletions')
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst()
  return removed !== undefined
}

/** The ids of accounts whose deletion is due, the earliest due time first. */
export async function listDueIds(db: Kysely<Tables>, now: string): Promise<string[]> {
  const rows = await db
    .selectFrom('account_deletions')
    .select('user_id as id')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .execute()
  return rows.map(({ id }) => id)
}

/** Gives all requests the same new due time. */
export async function setEveryDueTime(trx: Kysely<Tables>, dueAt: string): Promise<void> {
  await trx.updateTable('account_deletions').set({ due_at: dueAt }).execute()
}
