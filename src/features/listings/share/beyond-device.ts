import { countKinds, type PartOf } from '#src/domain/listing/device-share.ts'
import {
  type Listing,
  type ListingStatus,
  type SaleTab,
  saleTabOf,
} from '#src/domain/listing/listing.ts'

/** How many listings of each kind the server has and this device does not. `read` are the device's, as they were read. */
export function findBeyond(partOf: PartOf, read: readonly Listing[]): PartOf {
  const held = new Map<string, number>()
  for (const listing of read) {
    const key = keyOf(listing.status, saleTabOf(listing))
    held.set(key, (held.get(key) ?? 0) + 1)
  }
  return partOf.map((kind) => ({
    ...kind,
    listings: Math.max(0, kind.listings - (held.get(keyOf(kind.status, kind.tab)) ?? 0)),
  }))
}

/** How many of them a tab and statuses choose; no status chooses all. */
export function countBeyond(
  beyond: PartOf | null,
  tab: SaleTab,
  statuses: readonly ListingStatus[],
) {
  return countKinds(
    beyond ?? [],
    (kind) =>
      (tab === 'all' || kind.tab === tab) &&
      (statuses.length === 0 || statuses.includes(kind.status)),
  )
}

const keyOf = (status: ListingStatus, tab: string | null) => `${status} ${tab}`
