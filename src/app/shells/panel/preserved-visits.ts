import type { Section } from '#src/config/paths.ts'
import { withoutSheets } from '#src/ui/address/use-sheet-url.ts'

// Decides which hidden sections are preserved, and whether a visit returns to one of them.

const MAX_PRESERVED = 3 // the visible section and two hidden ones
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

/**
 * The visits after `shown` came into view with the query string `locationSearch`, which may change while the section
 * stays in view. A hidden section is restored only for its last query string. For any other, it is mounted anew, so
 * that a filter removed from the URL no longer applies.
 */
export function visitsAfter(visits: Visits, shown: Section | null, locationSearch: string): Visits {
  if (shown === null) return visits.shown === null ? visits : leave(visits)
  const search = withoutSheets(locationSearch)
  const isStaying = visits.shown === shown
  const { preserved, count } = isStaying ? visits : leave(visits)
  const known = preserved.find(({ section }) => section === shown)
  const isSame = known?.search === search
  if (known && isStaying) return isSame ? visits : put(visits, { ...known, search })
  const visit =
    known && isSame
      ? { ...known, times: known.times + 1 }
      : { id: count, section: shown, search, times: 1 }
  return put({ preserved, shown, count: count + 1 }, visit)
}

/** Removes a visit that cannot be preserved. */
export function forgetVisit(visits: Visits, id: number): Visits {
  return { ...visits, preserved: visits.preserved.filter((visit) => visit.id !== id) }
}

function leave(visits: Visits): Visits {
  const preserved = visits.preserved.filter(({ section }) => section !== NEVER_PRESERVED)
  return { ...visits, preserved, shown: null }
}

function put(visits: Visits, visit: Visit): Visits {
  const others = visits.preserved.filter(({ section }) => section !== visit.section)
  return { ...visits, preserved: [visit, ...others].slice(0, MAX_PRESERVED) }
}
