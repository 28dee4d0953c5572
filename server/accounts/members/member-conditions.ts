import { sql } from 'kysely'
import type { SqlFields } from '#server/platform/database/condition-sql.ts'
import { COUNTED_SALE_TYPES } from './member-repository.ts'

/** The fields of `MEMBER_FIELDS` in the table of users. */
export const MEMBER_SQL: SqlFields = {
  joined: { kind: 'days', at: sql`t.created_at` },
  posted: {
    kind: 'count',
    value: sql`(select count(*) from listings as own
      where own.owner_id = t.id and own.sale_type in (${sql.join(COUNTED_SALE_TYPES)}))`,
  },
  boosted: {
    kind: 'yes-no',
    is: (now) => sql`t.id in (select owner_id from listings where boosted_until > ${now})`,
  },
  state: {
    kind: 'choice',
    value: () => sql`case when t.id in (select user_id from account_deletions) then 'deletion'
      when t.verified = 1 then 'active' else 'unverified' end`,
  },
}
