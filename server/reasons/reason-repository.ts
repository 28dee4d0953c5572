import type { Kysely } from 'kysely'
import type { RejectionReasonRow } from '#server/database/listing-rows.ts'
import type { Tables } from '#server/database/schema.ts'

/** Returns the reasons in the order in which operators see them. */
export function listReasonRows(db: Kysely<Tables>): Promise<RejectionReasonRow[]> {
  return db
    .selectFrom('rejection_reasons')
    .selectAll()
    .orderBy('position')
    .orderBy('code')
    .execute()
}

export function findReasonRow(
  db: Kysely<Tables>,
  code: string,
): Promise<RejectionReasonRow | undefined> {
  return db.selectFrom('rejection_reasons').selectAll().where('code', '=', code).executeTakeFirst()
}

export async function setReasonUsed(trx: Kysely<Tables>, code: string): Promise<void> {
  await trx.updateTable('rejection_reasons').set({ is_used: 1 }).where('code', '=', code).execute()
}

/** Inserts a reason, or replaces the reason with the same code. */
export async function putReason(trx: Kysely<Tables>, row: RejectionReasonRow): Promise<void> {
  const { code, ...content } = row
  await trx
    .insertInto('rejection_reasons')
    .values(row)
    .onConflict((conflict) => conflict.column('code').doUpdateSet(content))
    .execute()
}

export async function removeReason(trx: Kysely<Tables>, code: string): Promise<void> {
  await trx.deleteFrom('rejection_reasons').where('code', '=', code).execute()
}
