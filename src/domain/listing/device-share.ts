import * as v from 'valibot'
import { LISTING_STATUSES, type Listing, SALE_TABS } from './listing.ts'

// Above this number, a device keeps a share of the listings: those that are pending, and the latest changes.

/** About 10 MB of rows in memory, and as many as nobody looks through: a queue of 300 a day fills it in two months. */
export const DEVICE_LISTINGS = 20_000
const GROWTH = 1.25 // a copy grows by changes; one that has grown beyond this factor is read again

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

export const countPending = (kinds: PartOf) =>
  countKinds(kinds, ({ status }) => status === 'pending')

/** The listings that deltas took from the whole since the share was read: also those that this device never had. */
export interface RemovedListings {
  /** The cursor of the share as it was read. Nobody knows what was deleted before. */
  since: string | null
  ids: readonly string[]
}

export interface HeldShare {
  rows: readonly Listing[]
  /** Null for the whole list. */
  partOf: PartOf | null
}

/**
 * Whether a copy that is kept by deltas must be read again: because it has grown too large, the server has no more than a
 * device holds, or pending listings that it had no space for have space now.
 */
export function isShareOutdated(
  before: PartOf | null,
  { rows, partOf }: HeldShare,
  most = DEVICE_LISTINGS,
): boolean {
  if (!partOf) return before !== null
  if (rows.length > most * GROWTH) return true
  if (!before || countPending(before) <= most) return false
  return countPending(partOf) <= most || isQueueShort(rows, most)
}

function isQueueShort(rows: readonly Listing[], most: number): boolean {
  return rows.filter(({ status }) => status === 'pending').length < most / 2
}
