import { sql } from 'kysely'
import { endAssignmentsOf } from '#server/listings/changes/listing-assignment-service.ts'
import {
  type Eraser,
  OWN_ID,
  type PersonalTables,
} from '#server/platform/personal-tables/personal-table.ts'

export const ASSIGNMENT_TABLES = {
  assignments: {
    // By `eraseAssignmentsOf`, so that the list shows that nobody has these listings.
    erased: null,
    file: 'assignments.json',
    says: 'The listings that are assigned to you for a decision.',
    isOf: (userId) => sql`person_id = ${userId}`,
    key: ['listing_id'],
    columns: { listing_id: 'listingId', person_id: OWN_ID, assigned_at: 'assignedAt' },
  },
} satisfies Partial<PersonalTables>

export const eraseAssignmentsOf: Eraser = async (trx, { account }) => {
  await endAssignmentsOf(trx, account.id)
  return []
}
