import type { Kysely } from 'kysely'
import * as v from 'valibot'
import type { ExportedList } from '#server/accounts/export/list-export-service.ts'
import { readAllRows } from '#server/platform/database/pages/page-reading.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { MEMBER_EXPORT } from '#src/domain/export/exported-lists.ts'
import { MOST_ROWS_AT_ONCE } from '#src/domain/export/list-export.ts'
import { type Member, MemberSchema } from '#src/domain/member.ts'
import { listMemberTexts } from '#src/domain/query/search-texts.ts'
import { chooseMembers, countChosenMembers, MEMBER_PAGES, readMembers } from './member-pages.ts'

export function makeMemberExport(db: Kysely<Tables>): ExportedList<Member> {
  return {
    name: 'users',
    table: MEMBER_EXPORT,
    rules: MEMBER_PAGES,
    permission: 'see-members',
    details: 'see-member-details',
    search: 'see-member-details',
    textsOf: listMemberTexts,
    async count(choice, now) {
      const chosen = await chooseMembers(db, { ...choice, q: '' }, now)
      return countChosenMembers(db, chosen, MOST_ROWS_AT_ONCE)
    },
    async *readRows(choice, { now, fields }) {
      const chosen = await chooseMembers(db, { ...choice, q: '' }, now)
      yield* readAllRows(db, chosen, async (positions) => {
        const rows = await readMembers(db, positions, { now, fields })
        return rows.map((row) => v.parse(MemberSchema, row))
      })
    },
  }
}
