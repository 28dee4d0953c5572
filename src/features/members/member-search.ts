import type { Member } from '#src/domain/member.ts'
import { displayId } from '#src/domain/text.ts'

/** The members whose name, phone number, e-mail address or ID has every word of the query in it, in the order given. */
export function filterMembers(members: readonly Member[], query: string): readonly Member[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return members
  return members.filter((member) => {
    const text = searchTextOf(member)
    return words.every((word) => text.includes(word))
  })
}

/** The phone number also bare of its spaces and dashes, so that either way of writing one finds it. */
function searchTextOf({ id, fullName, phoneNumber, email }: Member): string {
  const barePhone = phoneNumber?.replace(/[^\d+]/g, '')
  return [fullName, phoneNumber, barePhone, email, id, displayId(id)]
    .filter(Boolean)
    .join(' ')
    .toLowerCase()
}
