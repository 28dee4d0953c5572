import type { Listing } from './listing.ts'

// Applies the server's changes since a cursor to a cached list. Unchanged rows remain the same objects, so that screens
// and the cache do not process them again.

export interface ListingDelta {
  /** New and changed rows, complete, in any order. */
  rows: readonly Listing[]
  /** Ids of deleted listings. */
  removed: readonly string[]
}

/** The list with the delta applied, newest first like the server's list; the cached list itself if nothing changes. */
export function applyListingDelta(
  cached: readonly Listing[],
  { rows, removed }: ListingDelta,
): readonly Listing[] {
  const gone = new Set(removed)
  const incoming = new Map(rows.filter(({ id }) => !gone.has(id)).map((row) => [row.id, row]))
  const listings: Listing[] = []
  let isChanged = false
  for (const row of cached) {
    const next = gone.has(row.id) ? null : newerOf(row, incoming.get(row.id))
    if (next !== row) isChanged = true
    // A row with a new creation time remains in `incoming`, to be merged at its new position.
    if (next === null || next.createdAt !== row.createdAt) continue
    incoming.delete(row.id)
    listings.push(next)
  }
  if (incoming.size > 0) return mergeNewestFirst(listings, [...incoming.values()])
  return isChanged ? listings : cached
}

/** The ids of the deleted listings after a delta; the same array if nothing changes. A deletion can be taken back. */
export function joinRemoved(
  known: readonly string[],
  { rows, removed }: ListingDelta,
): readonly string[] {
  if (known.length === 0 && removed.length === 0) return known
  const ids = new Set(known)
  for (const { id } of rows) ids.delete(id)
  for (const id of removed) ids.add(id)
  const isSame = ids.size === known.length && known.every((id) => ids.has(id))
  return isSame ? known : [...ids]
}

/**
 * A list that is kept by deltas, with rows that were read otherwise. Of a row that both have, only a later version replaces
 * the list's: some changes have no version of their own, and the list has them.
 */
export function addOtherListings(
  kept: readonly Listing[],
  others: readonly Listing[],
): readonly Listing[] {
  const added = new Map(others.map((row) => [row.id, row]))
  for (const { id, version } of kept) {
    const other = added.get(id)
    if (other && (other.version ?? 0) <= (version ?? 0)) added.delete(id)
  }
  return applyListingDelta(kept, { rows: [...added.values()], removed: [] })
}

/** A full list that reuses the equal rows of the cached list; the cached list itself when all rows are equal. */
export function shareListings(
  cached: readonly Listing[],
  read: readonly Listing[],
): readonly Listing[] {
  const known = new Map(cached.map((row) => [row.id, row]))
  const shared = read.map((row) => {
    const same = known.get(row.id)
    return same && isSameListing(same, row) ? same : row
  })
  const isUnchanged =
    shared.length === cached.length && shared.every((row, place) => row === cached[place])
  return isUnchanged ? cached : shared
}

/** Keeps the cached row if a delayed answer has an older version of it. */
function newerOf(row: Listing, incoming: Listing | undefined): Listing {
  if (!incoming || isSameListing(row, incoming)) return row
  const isOlder = row.version !== null && (incoming.version ?? row.version) < row.version
  return isOlder ? row : incoming
}

function isSameListing(one: Listing, other: Listing): boolean {
  // Every field of a listing is a primitive value, and both listings have all fields.
  const fields = Object.keys(one) as (keyof Listing)[]
  return fields.every((field) => one[field] === other[field])
}

function mergeNewestFirst(sorted: readonly Listing[], added: readonly Listing[]): Listing[] {
  const rest = added.toSorted(compareNewestFirst)
  const merged: Listing[] = []
  let next = 0
  for (const row of sorted) {
    for (let one = rest[next]; one && compareNewestFirst(one, row) < 0; one = rest[next]) {
      merged.push(one)
      next += 1
    }
    merged.push(row)
  }
  return [...merged, ...rest.slice(next)]
}

/** The server's order: by creation time, then by id, both descending. */
function compareNewestFirst(one: Listing, other: Listing): number {
  return compareText(other.createdAt ?? '', one.createdAt ?? '') || compareText(other.id, one.id)
}

function compareText(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
