import type { Section } from '#src/config/paths.ts'
import { withoutSheets } from '#src/ui/dialog/use-sheet-address.ts'

// Which hidden sections are preserved, and whether a visit returns to one of them.

const KEPT = 3 // the visible one, and two for going back and forth
/** The outbox always opens at its top, where the changes that need attention are. */
const NEVER_KEPT: Section = 'outbox'

export interface Visit {
  /** A new id remounts the section: nothing of an earlier visit is left. */
  id: number
  section: Section
  /** The section's own query string when it was last in view. */
  search: string
  /** How often it came into view. */
  times: number
}

export interface Visits {
  /** The newest first. */
  kept: readonly Visit[]
  shown: Section | null
  /** How many visits there have been. */
  count: number
}

export const NO_VISITS: Visits = { kept: [], shown: null, count: 0 }

/**
 * The visits once `shown` is in view at an address. A section that stays in view survives every change of its address. A
 * section that was left is restored only at the same address and starts anew at any other: a filter that is gone from
 * the address is gone from the list.
 */
export function visitsAfter(visits: Visits, shown: Section | null, address: string): Visits {
  if (shown === null) return visits.shown === null ? visits : leave(visits)
  const search = withoutSheets(address)
  const isStaying = visits.shown === shown
  const { kept, count } = isStaying ? visits : leave(visits)
  const known = kept.find(({ section }) => section === shown)
  const isSame = known?.search === search
  if (known && isStaying) return isSame ? visits : put(visits, { ...known, search })
  const visit =
    known && isSame
      ? { ...known, times: known.times + 1 }
      : { id: count, section: shown, search, times: 1 }
  return put({ kept, shown, count: count + 1 }, visit)
}

/** Removes a visit that cannot be preserved. */
export function forgetVisit(visits: Visits, id: number): Visits {
  return { ...visits, kept: visits.kept.filter((visit) => visit.id !== id) }
}

function leave(visits: Visits): Visits {
  const kept = visits.kept.filter(({ section }) => section !== NEVER_KEPT)
  return { ...visits, kept, shown: null }
}

function put(visits: Visits, visit: Visit): Visits {
  const others = visits.kept.filter(({ section }) => section !== visit.section)
  return { ...visits, kept: [visit, ...others].slice(0, KEPT) }
}
