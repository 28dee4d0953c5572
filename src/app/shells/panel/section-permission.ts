import { type Section, sectionOf } from '#src/config/paths.ts'
import type { Permission } from '#src/domain/team/permission.ts'
import type { Session } from '#src/session/session-store.ts'
import { mayDo } from '#src/session/use-may.ts'

/** The permission that each section needs. A section without an entry is open to every role. */
export const SECTION_PERMISSIONS: Partial<Record<Section, Permission>> = {
  users: 'see-members',
  property: 'see-listings',
  loans: 'see-loans',
  grievances: 'answer-grievances',
  // Notes are about records, and all roles that see one kind of them see listings.
  inbox: 'see-listings',
  payments: 'see-payments',
  decisions: 'see-listings',
  activity: 'see-activity',
  team: 'manage-staff',
  sites: 'connect-sites',
}

/** The permissions that are somebody's daily work, and the section in which it is done. The first that fits counts. */
const WORK: readonly (readonly [Permission, Section])[] = [
  ['decide-listings', 'dashboard'],
  ['see-payments', 'dashboard'],
  ['see-loan-details', 'loans'],
  ['see-member-details', 'users'],
]

/** The section that opens when the address names none: the one with the person's work. */
export function firstSectionOf(session: Session | null): Section {
  return WORK.find(([permission]) => mayDo(session, permission))?.[1] ?? 'dashboard'
}

/** The section that the address shows to this person. */
export function shownSectionOf(search: URLSearchParams, session: Session | null): Section {
  return sectionOf(search) ?? firstSectionOf(session)
}
