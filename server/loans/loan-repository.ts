import type { Kysely } from 'kysely'
import { isRecordId } from '#server/database/record-id.ts'
import type { Tables } from '#server/database/schema.ts'

/** Newest first. The PAN leaves this file as it is stored, sealed. */
export function listLoans(db: Kysely<Tables>) {
  return db
    .selectFrom('loans')
    .innerJoin('users', 'users.id', 'loans.user_id')
    .select([
      'loans.id',
      'users.full_name as fullName',
      'users.phone_number as phoneNumber',
      'users.picture_url as pictureUrl',
      'loans.occupation_type as occupationType',
      'loans.income_paise as incomePaise',
      'loans.pan_sealed as panSealed',
      'loans.created_at as createdAt',
    ])
    .orderBy('loans.created_at', 'desc')
    .orderBy('loans.id', 'desc')
    .execute()
}

export function findLoan(db: Kysely<Tables>, id: string) {
  if (!isRecordId(id)) return Promise.resolve(undefined)
  return db.selectFrom('loans').selectAll().where('id', '=', id).executeTakeFirst()
}
