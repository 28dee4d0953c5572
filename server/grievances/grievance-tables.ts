import { type RawBuilder, sql } from 'kysely'
import type { Eraser } from '#server/platform/personal-tables/personal-table.ts'
import { OWN_ID, type PersonalTables } from '#server/platform/personal-tables/personal-table.ts'
import { eraseGrievances } from './grievance-service.ts'

export const GRIEVANCE_TABLES = {
  grievances: {
    // Deleted with those that the person sent without signing in (server/grievances).
    erased: null,
    file: 'grievances.json',
    says: 'Your grievances and their answers; also those that were sent with your e-mail address by somebody who was not signed in.',
    isOf: (userId) => sql`id in (${grievanceIdsOf(userId)})`,
    key: ['id'],
    columns: {
      id: 'id',
      number: 'number',
      user_id: OWN_ID,
      kind: 'about',
      listing: 'listing',
      name: 'name',
      email: 'email',
      phone_number: 'phoneNumber',
      text: 'text',
      created_at: 'createdAt',
      due_at: 'dueAt',
      answer: 'reply',
      answered_at: 'repliedAt',
      answered_by: 'repliedBy',
    },
  },
} satisfies Partial<PersonalTables>

/** Also of those that were sent with the person's e-mail address without signing in. */
export function grievanceIdsOf(userId: string): RawBuilder<unknown> {
  return sql`select id from grievances where user_id = ${userId}
    union select grievances.id from grievances inner join users on users.email = grievances.email
      where users.id = ${userId} and grievances.user_id is null`
}

export const eraseGrievancesOf: Eraser = async (trx, { account }) => {
  await eraseGrievances(trx, account)
  return []
}
