import type { Kind } from './demo-kinds.ts'
import type { Locality } from './demo-localities.ts'
import { getAt } from './demo-random.ts'
import { WALKTHROUGHS, type Walkthrough } from './walkthroughs.ts'

const SEA_VIEW = 'sea-view-living-room'

/** A video of matching rooms; null for open land and for listings without a video yet. */
export function findWalkthrough(kind: Kind, locality: Locality, index: number): Walkthrough | null {
  if (kind.rooms === null || index % 14 === 6) return null
  const hasView = locality.traits.includes('sea') || locality.traits.includes('lake')
  const fitting = WALKTHROUGHS.filter(({ rooms, slug }) => {
    if (rooms !== kind.rooms) return false
    return rooms !== 'flat' || (slug === SEA_VIEW) === hasView
  })
  return getAt(fitting, index)
}
