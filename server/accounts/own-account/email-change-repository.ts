// Requested e-mail addresses that are not verified yet. Each account has at most one, the newest.

import type { Kysely } from 'kysely'
import type { EmailChangeRow } from '#server/platform/database/rows/account-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'

export async function replaceEmailChange(
  trx: Kysely<Tables>,
  change: EmailChangeRow,
): Promise<void> {
  await removeEmailChange(trx, change.user_id)
  await trx.insertInto('email_changes').values(change).execute()
}

export function findEmailChange(
  trx: Kysely<Tables>,
  userId: string,
): Promise<EmailChangeRow | undefined> {
  return trx
    .selectFrom('email_changes')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

export async function addWrongEmailTry(trx: Kysely<Tables>, userId: string): Promise<void> {
  await trx
    .updateTable('email_changes')
    .set((eb) => ({ wrong_tries: eb('wrong_tries', '+', 1) }))
    .where('user_id', '=', userId)
    .execute()
}

export async function removeEmailChange(trx: Kysely<Tables>, userId: string): Promise<void> {
  await trx.deleteFrom('email_changes').where('user_id', '=', userId).execute()
}

export async function removeExpiredEmailChanges(db: Kysely<Tables>, now: string): Promise<void> {
  await db.deleteFrom('email_changes').where('expires_at', '<=', now).execute()
}
