import { useMemo, useState } from 'react'
import type { PartOf, RemovedListings } from '#src/domain/listing/device-share.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { addOtherListings } from '#src/domain/listing/listing-delta.ts'
import { LISTING_ORDERS } from '#src/domain/query/list-orders.ts'
import type { SavedReadView } from '#src/query-cache/use-saved-read.ts'
import { findBeyond } from './beyond-device.ts'

/** Neighbouring pages of a query that have come from the server. */
export interface ServerPages {
  query: string
  rows: readonly Listing[]
  /** The number of listings on all pages; null if the server does not count them. */
  total: number | null
  /** How many listings of the query come before these. */
  rowsBefore: number
  /** Another one for each row that a person went to. */
  origin: number
  /** Whether these are all. */
  isComplete: boolean
  /** Requests the page before; null at the start. */
  less: (() => void) | null
  /** Requests the page after; null at the end. */
  more: (() => void) | null
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

/**
 * The rows from the first to the last one that the server has sent: between them and others, some may be missing. One that
 * has another place by now bounds nothing.
 */
export function cutToPages(
  rows: readonly Listing[],
  { query, rows: sent, less, more }: ServerPages,
) {
  const placeOf = findOrder(query).of
  const places = new Map(sent.map((row) => [row.id, placeOf(row)]))
  const isInPlace = (row: Listing) => places.get(row.id) === placeOf(row)
  const first = less ? rows.findIndex(isInPlace) : 0
  return rows.slice(
    first < 0 ? rows.length : first,
    more ? rows.findLastIndex(isInPlace) + 1 : rows.length,
  )
}

/** Without a parameter, the server's order is that of creation. */
function findOrder(query: string) {
  const name = new URLSearchParams(query).get('sort')?.replace('-', '')
  return Object.values(LISTING_ORDERS).find(({ sort }) => sort === name) ?? LISTING_ORDERS.listed
}
