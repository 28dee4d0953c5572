import type { Kysely } from 'kysely'
import type { RejectionReasonRow } from '#server/platform/database/rows/listing-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'

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

export async function isReasonRequired(db: Kysely<Tables>): Promise<boolean> {
  const rule = await db.selectFrom('rejection_rule').selectAll().executeTakeFirst()
  return rule?.is_reason_required === 1
}

export async function setReasonRequired(trx: Kysely<Tables>, isRequired: boolean): Promise<void> {
  const is_reason_required = isRequired ? 1 : 0
  await trx
    .insertInto('rejection_rule')
    .values({ id: 1, is_reason_required })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ is_reason_required }))
    .execute()
}

export async function removeReason(trx: Kysely<Tables>, code: string): Promise<void> {
  await trx.deleteFrom('rejection_reasons').where('code', '=', code).execute()
}
