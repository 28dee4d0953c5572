import type { Section } from '#src/config/paths.ts'
import { withoutSheets } from '#src/ui/use-sheet-address.ts'

// Which sections are kept behind the one in view, and whether coming to one is coming back.

const KEPT = 3 // the one in view, and the two between which somebody goes back and forth

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
  if (shown === null) return visits.shown === null ? visits : { ...visits, shown }
  const search = withoutSheets(address)
  const known = visits.kept.find(({ section }) => section === shown)
  const isSame = known?.search === search
  if (known && visits.shown === shown) {
    return isSame ? visits : { ...visits, kept: put(visits.kept, { ...known, search }) }
  }
  const isBack = known && isSame
  const visit = isBack
    ? { ...known, times: known.times + 1 }
    : { id: visits.count, section: shown, search, times: 1 }
  return { kept: put(visits.kept, visit), shown, count: visits.count + 1 }
}

/** Without one that cannot be left as it is. */
export function forgetVisit(visits: Visits, id: number): Visits {
  return { ...visits, kept: visits.kept.filter((visit) => visit.id !== id) }
}

function put(kept: readonly Visit[], visit: Visit): readonly Visit[] {
  return [visit, ...kept.filter(({ section }) => section !== visit.section)].slice(0, KEPT)
}
