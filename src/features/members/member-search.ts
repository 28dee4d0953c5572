import type { Member } from '#src/domain/member.ts'
import { displayId, findWords } from '#src/domain/text.ts'

/** The members whose name, phone number, e-mail address or ID has every word of the query in it, in the order given. */
export function filterMembers(members: readonly Member[], query: string): readonly Member[] {
  // The phone number also bare of its spaces and dashes, so that either way of writing one finds it.
  return findWords(members, query, ({ id, fullName, phoneNumber, email }) => [
    fullName,
    phoneNumber,
    phoneNumber?.replace(/[^\d+]/g, ''),
    email,
    id,
    displayId(id),
  ])
}
