import type { Section } from '#src/config/paths.ts'
import { withoutSheets } from '#src/ui/address/use-sheet-url.ts'

// Decides which hidden sections are preserved, and whether a visit returns to one of them.

/** The visible section and five hidden ones: Back returns to the place in a list after a look at four other lists. */
const MAX_PRESERVED = 6
/** The outbox always opens at its top, where the changes that need attention are. */
const NEVER_PRESERVED: Section = 'outbox'

export interface Visit {
  /** A new id remounts the section, without any state of an earlier visit. */
  id: number
  section: Section
  /** The section's own query string when it was last in view. */
  search: string
  /** How often the section has come into view since it was mounted. */
  times: number
}

export interface Visits {
  /** The newest first. */
  preserved: readonly Visit[]
  shown: Section | null
  /** The total number of visits. */
  count: number
}

export const NO_VISITS: Visits = { preserved: [], shown: null, count: 0 }

/** How the address changed: `PUSH` by a link to another page, `POP` by Back or Forward, `REPLACE` by a filter. */
export type AddressChange = 'PUSH' | 'POP' | 'REPLACE'

/**
 * The visits after `shown` came into view with the query string `locationSearch`, which may change while the section
 * stays in view: a filter changes the visit, a link begins another one. A hidden section is restored only for its last
 * query string. For any other, it is mounted anew, so that a filter removed from the URL no longer applies.
 */
export function visitsAfter(
  visits: Visits,
  shown: Section | null,
  locationSearch: string,
  change: AddressChange = 'POP',
): Visits {
  if (shown === null) return visits.shown === null ? visits : leave(visits)
  const search = withoutSheets(locationSearch)
  const current = visits.shown === shown ? visits.preserved[0] : undefined
  if (current?.search === search) return visits
  if (current && change === 'REPLACE') return put(visits, current, { ...current, search })
  const left = visits.shown === shown ? visits : leave(visits)
  const known = left.preserved.find((visit) => visit.section === shown && visit.search === search)
  if (known) return put({ ...left, shown }, known, { ...known, times: known.times + 1 })
  // Back to a visit that is no longer preserved.
  if (current && change === 'POP') return put(visits, current, { ...current, search })
  const visit = { id: left.count, section: shown, search, times: 1 }
  return put({ ...left, shown, count: left.count + 1 }, null, visit)
}

/** Removes a visit that cannot be preserved. */
export function forgetVisit(visits: Visits, id: number): Visits {
  return { ...visits, preserved: visits.preserved.filter((visit) => visit.id !== id) }
}

function leave(visits: Visits): Visits {
  const preserved = visits.preserved.filter(({ section }) => section !== NEVER_PRESERVED)
  return { ...visits, preserved, shown: null }
}

/** Puts a visit first, in place of its state before. */
function put(visits: Visits, before: Visit | null, visit: Visit): Visits {
  const others = visits.preserved.filter((one) => one !== before)
  return { ...visits, preserved: [visit, ...others].slice(0, MAX_PRESERVED) }
}
