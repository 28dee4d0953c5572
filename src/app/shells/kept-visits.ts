import type { Section } from '#src/config/paths.ts'
import { withoutSheets } from '#src/ui/dialog/use-sheet-address.ts'

// Which sections are kept behind the one in view, and whether coming to one is coming back.

const KEPT = 3 // the one in view, and the two between which somebody goes back and forth
/** What needs somebody stands first in it, and is what they come for: it is always seen from its beginning. */
const NEVER_KEPT: Section = 'outbox'

export interface Visit {
  /** Another one is another start: nothing of an earlier visit is left. */
  id: number
  section: Section
  /** What the address says of the section itself, as it was last in view. */
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
 * The visits once `shown` is in view at an address. A section that stays in view goes on through every change of its
 * address. One that was left is as it was at the address at which it was left, and begins anew at any other: a filter
 * that is gone from the address is gone from the list.
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

/** Without one that cannot be left as it is. */
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
