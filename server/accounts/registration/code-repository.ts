// One-time codes by registration. Every code of a registration but the newest is superseded.

import type { Kysely } from 'kysely'
import type { CodeRow } from '#server/platform/database/rows/account-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'

export async function insertCode(trx: Kysely<Tables>, code: CodeRow): Promise<void> {
  await trx.insertInto('codes').values(code).execute()
}

export async function supersedeCodes(trx: Kysely<Tables>, registrationId: string, now: string) {
  await trx
    .updateTable('codes')
    .set({ superseded_at: now })
    .where('registration_id', '=', registrationId)
    .where('superseded_at', 'is', null)
    .execute()
}

/** Newest first. */
export function listCodes(trx: Kysely<Tables>, registrationId: string): Promise<CodeRow[]> {
  return trx
    .selectFrom('codes')
    .selectAll()
    .where('registration_id', '=', registrationId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export async function addWrongTry(trx: Kysely<Tables>, id: string): Promise<void> {
  await trx
    .updateTable('codes')
    .set((eb) => ({ wrong_tries: eb('wrong_tries', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function setMailFailed(
  db: Kysely<Tables>,
  id: string,
  hasFailed: boolean,
): Promise<void> {
  await db
    .updateTable('codes')
    .set({ mail_failed: hasFailed ? 1 : 0 })
    .where('id', '=', id)
    .execute()
}
