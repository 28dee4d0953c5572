import { NO_PERSON, type PersonalTables } from '#server/platform/personal-tables/personal-table.ts'

export const REVIEW_RULE_TABLES = { review_rules: NO_PERSON } satisfies Partial<PersonalTables>
