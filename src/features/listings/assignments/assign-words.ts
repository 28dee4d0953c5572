import type { AssignedListings } from '#src/domain/listing/assignment.ts'
import { countProperties } from '#src/domain/listing/listing-commands.ts'
import { groupIndian } from '#src/domain/money.ts'

/** Whom listings are assigned to, in the middle of a sentence: 'you', 'Ravi Shah' or 'nobody'. */
export function nameAssignee(
  person: { id: string; name: string | null } | null,
  readerId: string | undefined,
): string {
  if (person === null) return 'nobody'
  return person.id === readerId ? 'you' : (person.name ?? 'a colleague')
}

/** 'Assigned to Ravi Shah.', '12 properties are assigned to nobody. 2 were left out, because they are decided.' */
export function describeAssigned(
  { listingIds, decided, gone }: AssignedListings,
  who: string,
): string {
  const asked = listingIds.length + decided.length + gone.length
  const leftOut = [...sayLeftOut(decided.length, 'decided'), ...sayLeftOut(gone.length, 'gone')]
  if (asked === 1 && decided.length === 1) return 'Not assigned: it is decided.'
  if (asked === 1 && gone.length === 1) return 'Not assigned: it is not on the list any more.'
  if (asked === 1) return `Assigned to ${who}.`
  const are = listingIds.length === 1 ? 'is' : 'are'
  const done =
    listingIds.length === 0
      ? 'Nothing was assigned.'
      : `${countProperties(listingIds.length)} ${are} assigned to ${who}.`
  return [done, ...leftOut].join(' ')
}

function sayLeftOut(count: number, why: 'decided' | 'gone'): string[] {
  if (count === 0) return []
  const [were, they, are] = count === 1 ? ['was', 'it', 'is'] : ['were', 'they', 'are']
  const so =
    why === 'decided' ? `${they} ${are} decided` : `${they} ${are} not on the list any more`
  return [`${groupIndian(count)} ${were} left out, because ${so}.`]
}
