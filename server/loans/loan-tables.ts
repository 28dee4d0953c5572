import { type RawBuilder, sql } from 'kysely'
import type { Eraser } from '#server/platform/personal-tables/personal-table.ts'
import {
  leaveOut,
  OWN_ID,
  ofUser,
  type PersonalTables,
  SEARCH,
  SUMS,
} from '#server/platform/personal-tables/personal-table.ts'
import { moveLoans } from './loan-repository.ts'

export const LOAN_TABLES = {
  loans: {
    // Remain under a random id, without their PANs.
    erased: null,
    file: 'loan-applications.json',
    says: 'Your loan applications, with the whole PAN.',
    isOf: ofUser,
    key: ['id'],
    columns: {
      id: 'id',
      user_id: OWN_ID,
      occupation_type: 'occupationType',
      income_paise: 'incomePaise',
      pan_number: leaveOut('Empty since PAN numbers are encrypted.'),
      pan_sealed: {
        name: 'panNumber',
        read: ({ id, pan_sealed: sealed }, { pans }) => sealed && pans.open(id, sealed),
      },
      created_at: 'createdAt',
    },
  },
  loan_words: SEARCH,
  loan_totals: SUMS,
} satisfies Partial<PersonalTables>

export function loanIdsOf(userId: string): RawBuilder<unknown> {
  return sql`select id from loans where user_id = ${userId}`
}

export const eraseLoans: Eraser = async (trx, { account, getSubstituteId }) => {
  await moveLoans(trx, account.id, getSubstituteId)
  return []
}
