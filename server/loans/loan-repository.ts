import type { Kysely } from 'kysely'
import { inOrder } from '#server/database/page-query.ts'
import { isRecordId } from '#server/database/record-id.ts'
import type { Tables } from '#server/database/schema.ts'

/**
 * The loans with these ids, in the same order; unknown ids are skipped. PAN numbers stay encrypted.
 */
export async function getLoans(db: Kysely<Tables>, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('loans')
    .innerJoin('users', 'users.id', 'loans.user_id')
    .select([
      'loans.id',
      'loans.user_id as userId',
      'users.full_name as fullName',
      'users.phone_number as phoneNumber',
      'users.picture_url as pictureUrl',
      'loans.occupation_type as occupationType',
      'loans.income_paise as incomePaise',
      'loans.pan_sealed as panSealed',
      'loans.created_at as createdAt',
    ])
    .where('loans.id', 'in', ids)
    .execute()
  return inOrder(rows, ids)
}

export function findLoan(db: Kysely<Tables>, id: string) {
  if (!isRecordId(id)) return Promise.resolve(undefined)
  return db.selectFrom('loans').selectAll().where('id', '=', id).executeTakeFirst()
}
