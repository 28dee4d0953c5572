import {
  type PersonalTables,
  SEARCH,
  SUMS,
} from '#server/platform/personal-tables/personal-table.ts'

export const MEMBER_TABLES = {
  member_words: { ...SEARCH, erased: 'id' },
  user_totals: SUMS,
} satisfies Partial<PersonalTables>
