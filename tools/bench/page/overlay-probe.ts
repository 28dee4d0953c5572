import { foldChanges } from '#src/outbox/overlay/overlay.ts'
import { makeApproval } from './bench-changes.ts'
import { makeListings } from './bench-listings.ts'

const WARM_CALLS = 40

export interface OverlayTimes {
  /** The first call of a page, before the browser has compiled the code. */
  coldMs: number
  warmMs: number[]
}

/** Measures how long it takes to apply queued changes to a list. The changed rows are spread evenly over the list. */
export function measureOverlay(given: { listingCount: number; changeCount: number }): OverlayTimes {
  const listings = makeListings(given.listingCount)
  const stride = Math.floor(listings.length / given.changeCount)
  const changes = listings
    .filter((_, index) => index % stride === 0)
    .map((listing, seq) => makeApproval(listing, 'bench', seq))
  const fold = () => {
    const startedAt = performance.now()
    const { rows, syncStatuses } = foldChanges(listings, changes, 0)
    const tookMs = performance.now() - startedAt
    if (rows.length !== listings.length || syncStatuses.size !== changes.length)
      throw new Error(`the overlay shows ${rows.length} rows with ${syncStatuses.size} marks`)
    return tookMs
  }
  return { coldMs: fold(), warmMs: Array.from({ length: WARM_CALLS }, fold) }
}
