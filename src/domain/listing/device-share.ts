import * as v from 'valibot'
import { LISTING_STATUSES, SALE_TABS } from './listing.ts'

// Above this number, a device keeps a share of the listings: those that are pending, and the latest changes.

/** About 10 MB of rows in memory, and as many as nobody looks through: a queue of 300 a day fills it in two months. */
export const DEVICE_LISTINGS = 20_000
/** The rows of a copy that grows by changes. A larger copy is read again. */
export const MOST_HELD_LISTINGS = DEVICE_LISTINGS * 1.25

/** How many listings of one status and one tab the server has. */
export type KindCount = v.InferOutput<typeof KindCountSchema>

const TABS = SALE_TABS.filter((tab) => tab !== 'all')
const KindCountSchema = v.object({
  status: v.picklist(LISTING_STATUSES),
  /** Null for listings that are under no tab but All. */
  tab: v.nullable(v.picklist(TABS)),
  listings: v.number(),
})

/** The whole of which a list is a part. */
export const PartOfSchema = v.array(KindCountSchema)
export type PartOf = v.InferOutput<typeof PartOfSchema>

export function countKinds(
  kinds: PartOf,
  isCounted: (kind: KindCount) => boolean = () => true,
): number {
  return kinds.reduce((sum, kind) => (isCounted(kind) ? sum + kind.listings : sum), 0)
}
