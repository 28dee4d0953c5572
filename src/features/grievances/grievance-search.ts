import { phoneTexts } from '#src/domain/account/phone-number.ts'
import type { Grievance } from '#src/domain/grievance/grievance.ts'
import { findWords } from '#src/domain/text.ts'

/** Which grievances a list shows. */
export const GRIEVANCE_TABS = ['open', 'answered', 'all'] as const
export type GrievanceTab = (typeof GRIEVANCE_TABS)[number]

/** The grievances of a tab: open ones with the one that is due next first, others newest first. */
export function listOfTab(grievances: readonly Grievance[], tab: GrievanceTab): Grievance[] {
  if (tab === 'all') return [...grievances]
  const ofTab = grievances.filter(({ answer }) => (answer === null) === (tab === 'open'))
  if (tab === 'answered') return ofTab
  return ofTab.sort((one, other) => Date.parse(one.dueAt) - Date.parse(other.dueAt))
}

/** Those whose number, sender or text contains every word of the query, in the given order. */
export function filterGrievances(grievances: readonly Grievance[], query: string) {
  return findWords(grievances, query, ({ number, name, email, phoneNumber, text, listing }) => [
    number,
    number.replaceAll('-', ''),
    name,
    email,
    ...phoneTexts(phoneNumber),
    text,
    listing,
  ])
}
