import type { Member } from '#src/domain/member.ts'
import { listMemberTexts } from '#src/domain/query/search-texts.ts'
import { findWords } from '#src/domain/text.ts'

/** The members whose name, phone number, e-mail address or ID contains every word of the query, in the given order. */
export function filterMembers(members: readonly Member[], query: string): readonly Member[] {
  return findWords(members, query, listMemberTexts)
}
