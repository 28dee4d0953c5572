import type { Kysely } from 'kysely'
import { inOrder } from '#server/platform/database/pages/page-query.ts'
import { isRecordId } from '#server/platform/database/record-id.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { toLoanWords } from '#server/platform/database/search-words.ts'

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

/**
 * Gives a person's loans another owner, without their PANs and search texts. `getId` is called only if there are any.
 */
export async function moveLoans(
  trx: Kysely<Tables>,
  userId: string,
  getId: () => Promise<string>,
): Promise<void> {
  const loans = trx.selectFrom('loans').select('id').where('user_id', '=', userId)
  if (!(await loans.limit(1).executeTakeFirst())) return
  const text = toLoanWords({ fullName: null, phoneNumber: null })
  await trx.updateTable('loan_words').set({ text }).where('id', 'in', loans).execute()
  await trx
    .updateTable('loans')
    .set({ user_id: await getId(), pan_number: null, pan_sealed: null })
    .where('user_id', '=', userId)
    .execute()
}
