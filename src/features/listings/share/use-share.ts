import { useMemo, useState } from 'react'
import type { PartOf, RemovedListings } from '#src/domain/listing/device-share.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { addOtherListings } from '#src/domain/listing/listing-delta.ts'
import type { SavedReadView } from '#src/query-cache/use-saved-read.ts'
import { findBeyond } from './beyond-device.ts'

/** The pages of a query that have come from the server. */
export interface ServerPages {
  query: string
  rows: readonly Listing[]
  /** The number of listings on all pages; null if the server does not count them. */
  total: number | null
  isComplete: boolean
  /** Requests the next page. */
  more(): void
}

export interface Share {
  partOf: PartOf
  /** The listings of the server that are not among the known ones. */
  beyond: PartOf
  /** The number of listings on this device. */
  held: number
  /** What was deleted from the whole, also of listings that are not on this device. */
  removed: RemovedListings | null
  pages: ServerPages | null
  setPages: (pages: ServerPages | null) => void
}

/**
 * The listings of this device and, if it has a part of them, the pages that came from the server. Of a listing that both
 * have, the later version counts.
 */
export function useShare({
  value,
  partOf,
  removed,
}: Pick<SavedReadView<readonly Listing[]>, 'value' | 'partOf' | 'removed'>) {
  const [pages, setPages] = useState<ServerPages | null>(null)
  const others = pages?.rows
  const listings = useMemo(
    () => (value && partOf && others ? addOtherListings(value, others) : value),
    [value, partOf, others],
  )
  const share = useMemo(
    (): Share | null =>
      partOf && value && listings
        ? {
            partOf,
            beyond: findBeyond(partOf, listings),
            held: value.length,
            removed,
            pages,
            setPages,
          }
        : null,
    [partOf, value, listings, removed, pages],
  )
  return { listings, share }
}

/** The rows up to the last one that the server has sent: between it and the next one, others may be missing. */
export function cutAtLast(rows: readonly Listing[], { rows: sent, isComplete }: ServerPages) {
  if (isComplete) return rows
  const ids = new Set(sent.map(({ id }) => id))
  return rows.slice(0, rows.findLastIndex(({ id }) => ids.has(id)) + 1)
}
