import type { Change } from '#src/domain/change.ts'
import type { Listing } from '#src/domain/listing.ts'

// What a screen shows: the server's rows with the outbox folded over them. Nothing else writes an optimistic value, so
// a refetch cannot flicker a decision back, and taking a change back is nothing more than removing it.

export type MarkKind = 'sending' | 'waiting' | 'parked' | 'conflict'

/** The newest unconfirmed change of a listing. */
export interface ListingMark {
  kind: MarkKind
  change: Change
  /** It waits to be deleted: it stays, struck through, until the server's yes. */
  isLeaving: boolean
}

export interface Overlay {
  rows: Listing[]
  marks: ReadonlyMap<string, ListingMark>
}

/**
 * Folds changes over rows. `ackedBefore` is how many confirmations this device had when the rows were asked for: what
 * was confirmed later is held over them. Rows without a change keep their identity.
 */
export function foldChanges(
  rows: readonly Listing[],
  changes: readonly Change[],
  ackedBefore: number,
): Overlay {
  const byListing = groupByListing(changes)
  const marks = new Map<string, ListingMark>()
  const shown: Listing[] = []
  for (const row of rows) {
    const own = byListing.get(row.id)
    const next = own ? foldRow(row, own, ackedBefore) : row
    if (!next) continue
    shown.push(next)
    const mark = own ? markOf(own) : null
    if (mark) marks.set(row.id, mark)
  }
  return { rows: shown, marks }
}

function groupByListing(changes: readonly Change[]): Map<string, Change[]> {
  const groups = new Map<string, Change[]>()
  for (const change of changes) {
    const group = groups.get(change.listingId)
    if (group) group.push(change)
    else groups.set(change.listingId, [change])
  }
  return groups
}

function foldRow(row: Listing, changes: readonly Change[], ackedBefore: number): Listing | null {
  let shown = row
  for (const change of changes) {
    const { action, state } = change
    if (state === 'parked' || state === 'conflict') continue
    if (state === 'acked' && hasCaughtUp(row, change, ackedBefore)) continue
    if (action.kind === 'status') {
      shown = { ...shown, status: action.to, version: change.ackedVersion ?? shown.version }
    } else if (state === 'acked') return null
  }
  return shown
}

function hasCaughtUp(row: Listing, change: Change, ackedBefore: number): boolean {
  if (change.ackedAs !== null && change.ackedAs <= ackedBefore) return true
  return row.version !== null && change.ackedVersion !== null && row.version >= change.ackedVersion
}

function markOf(changes: readonly Change[]): ListingMark | null {
  const change = changes.findLast(({ state }) => state !== 'acked')
  if (!change || change.state === 'acked') return null
  const isOnItsWay = change.state === 'waiting' || change.state === 'sending'
  return { kind: change.state, change, isLeaving: isOnItsWay && change.action.kind === 'delete' }
}
